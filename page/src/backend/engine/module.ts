// The engine, a file of WebAssembly: its calls as methods, and what it asks of the page (apps/wasm/wasm_engine.c).

import { type Catalogue, NO_ROOM } from "./messages";

/** What the engine reports to its caller. */
export interface Told {
  event?(table: number, looker: number, json: string): void;
  changed?(name: string, at: number, bytes: Uint8Array | null): void;
  found?(json: string): void;
  done?(result: string): void;
  /** A file of the engine is needed now; the answer is its bytes, null where it cannot be had. */
  file?(name: string, bytes: number): Uint8Array | null;
}

interface Calls extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  hra_engine_room(size: number): number;
  hra_engine_language(size: number): number;
  hra_engine_fill(size: number, changed: number): number;
  hra_engine_drop(size: number): void;
  hra_engine_open(): number;
  hra_engine_close(table: number): void;
  hra_engine_attach(table: number, look: number): number;
  hra_engine_line(table: number, looker: number, length: number): void;
  hra_engine_step(table: number): number;
  hra_engine_think(length: number): number;
}

const MISSING = 44; // WASI: there is no such file
const NO_FILE = 8; // WASI: nothing is open under this number
const utf8 = new TextEncoder();
const text = new TextDecoder();

export class Module {
  private readonly calls: Calls;

  constructor(compiled: WebAssembly.Module, told: Told) {
    const instance = new WebAssembly.Instance(compiled, { hra: this.heard(told), wasi_snapshot_preview1: this.system(compiled) });
    this.calls = instance.exports as Calls;
    this.calls._initialize();
  }

  // ---- calls ---------------------------------------------------------------------------------

  /** Speaks by this catalogue of gettext from now on; null: English, as at first. */
  speak(catalogue: Catalogue): void {
    if (catalogue) this.room(catalogue.length).set(catalogue);
    this.calls.hra_engine_language(catalogue?.length ?? 0);
  }

  /** Puts an entry into the store, as it was kept; seconds since 1970. */
  fill(name: string, bytes: Uint8Array, changed: number): void {
    const head = utf8.encode(`${name}\0`);
    const room = this.room(head.length + bytes.length);
    room.set(head);
    room.set(bytes, head.length);
    this.calls.hra_engine_fill(room.length, changed);
  }

  /** Takes an entry out of the store that another tab has deleted; one that is open here stays. */
  drop(name: string): void {
    this.calls.hra_engine_drop(this.put(`${name}\0`));
  }

  /** Opens a table; its number, or a negative error. */
  open(): number {
    return this.calls.hra_engine_open();
  }

  close(table: number): void {
    this.calls.hra_engine_close(table);
  }

  attach(table: number, look: number): number {
    return this.calls.hra_engine_attach(table, look);
  }

  line(table: number, looker: number, line: string): void {
    this.calls.hra_engine_line(table, looker, this.put(line));
  }

  /** Goes on with what can go on by itself. */
  step(table: number): void {
    this.calls.hra_engine_step(table);
  }

  /** Does a piece of work; `done` is told its result. */
  think(work: string): boolean {
    return this.calls.hra_engine_think(this.put(work)) === 0;
  }

  // ---- memory --------------------------------------------------------------------------------

  /** A view that is good until the engine's memory grows. */
  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.calls.memory.buffer, at, length);
  }

  /** Where the engine takes what it is handed; asking for it may make the memory grow. */
  private room(length: number): Uint8Array {
    const at = this.calls.hra_engine_room(length);
    if (at === 0) throw new Error(NO_ROOM);
    return this.bytes(at, length);
  }

  private string(at: number, length: number): string {
    return text.decode(this.bytes(at, length));
  }

  /** A string that ends with a zero. */
  private zeroed(at: number): string {
    const end = new Uint8Array(this.calls.memory.buffer).indexOf(0, at);
    return this.string(at, end - at);
  }

  private put(line: string): number {
    const bytes = utf8.encode(line);
    this.room(bytes.length).set(bytes);
    return bytes.length;
  }

  // ---- what the engine asks ------------------------------------------------------------------

  private heard(told: Told): WebAssembly.ModuleImports {
    return {
      event: (table: number, looker: number, at: number, length: number) => told.event?.(table, looker, this.string(at, length)),
      changed: (name: number, from: number, at: number, length: number) => {
        told.changed?.(this.zeroed(name), from, at === 0 ? null : this.bytes(at, length).slice());
      },
      found: (at: number, length: number) => told.found?.(this.string(at, length)),
      done: (at: number, length: number) => told.done?.(this.string(at, length)),
      file: (name: number, at: number, length: number) => {
        const bytes = told.file?.(this.zeroed(name), length);
        if (bytes?.length !== length) return 0;
        this.bytes(at, length).set(bytes);
        return 1;
      },
    };
  }

  /** A system that has a clock and chance, and no files: all that is not here says so. */
  private system(compiled: WebAssembly.Module): WebAssembly.ModuleImports {
    const view = () => new DataView(this.calls.memory.buffer);
    const here: WebAssembly.ModuleImports = {
      clock_time_get: (clock: number, _precision: bigint, out: number) => {
        const now = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
        return 0;
      },
      random_get: (at: number, length: number) => {
        crypto.getRandomValues(this.bytes(at, length));
        return 0;
      },
      environ_sizes_get: (count: number, size: number) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return 0;
      },
      environ_get: () => 0,
      fd_prestat_get: () => NO_FILE,
      proc_exit: (status: number) => {
        throw new Error(`proc_exit ${status}`);
      },
    };
    for (const wanted of WebAssembly.Module.imports(compiled))
      if (wanted.module === "wasi_snapshot_preview1") here[wanted.name] ??= () => MISSING;
    return here;
  }
}
