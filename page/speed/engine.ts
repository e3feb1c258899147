// The engine at work without a page: it has a table and thinks for it too, as the two workers of a page do together.
import { Module } from "../src/backend/engine/module";

/** Lines of a session: one that prepares, or "", and the one whose work is measured. */
export interface Work {
  name: string;
  before: string;
  line: string;
}

interface Told {
  event: string;
  reply_to?: string;
  id?: number;
  text?: string;
  end?: boolean;
}

/** Nets and books of the engine. */
export const files = new Map<string, Uint8Array>();

export class Table {
  private readonly works: Told[] = [];
  private readonly engine: Module;
  private readonly table: number;
  private readonly looker: number;
  private result = "";
  private last = "";
  private done = false;

  constructor(compiled: WebAssembly.Module) {
    this.engine = new Module(compiled, {
      event: (_table, looker, json) => this.hear(looker, json),
      done: (result) => (this.result = result),
      file: (name) => files.get(name) ?? null,
    });
    this.table = this.engine.open();
    this.looker = this.engine.attach(this.table, -1);
  }

  private hear(looker: number, json: string): void {
    const told = JSON.parse(json) as Told;
    if (told.event === "error") throw new Error(told.text);
    if (looker !== this.looker && told.event === "task" && !told.end) this.works.push(told);
    if (looker !== this.looker || told.reply_to !== "x") return;
    if (told.event === "ok") this.done = true;
    else this.last = json;
  }

  /** Does what the line says; the event before the one that says that it is done. */
  ask(line: string): string {
    this.done = false;
    this.tell(this.looker, `@x ${line}`);
    for (let work; !this.done && (work = this.works.shift()); ) {
      this.engine.think(work.text ?? "");
      this.tell(0, `task-result ${work.id} ${this.result}`);
    }
    if (!this.done) throw new Error(`no answer: ${line}`);
    return this.last;
  }

  private tell(looker: number, line: string): void {
    this.engine.line(this.table, looker, line);
    this.engine.step(this.table);
  }
}
