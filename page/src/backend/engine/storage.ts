// What the browser remembers: plays and files, in its data base. Other tabs of this page are told of each change.
import { w } from "../../strings/strings";
import { channel } from "../../browser/channel";
import type { Entry } from "./messages";

const STORE = "entries";
const tabs = "hra-kept";
const PATIENCE = 5000; // ms

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("hra", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "name" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

function all(base: IDBDatabase): Promise<Entry[]> {
  return new Promise((done, fail) => {
    const asked = base.transaction(STORE).objectStore(STORE).getAll();
    asked.onsuccess = () => done(asked.result as Entry[]);
    asked.onerror = () => fail(asked.error);
  });
}

/** Some browsers neither open a data base nor say so. */
function soon<T>(wanted: Promise<T>): Promise<T> {
  return Promise.race([wanted, new Promise<never>((_, fail) => setTimeout(fail, PATIENCE))]);
}

/** What tabs tell each other. */
type Change = { entry: Entry } | { gone: string };

export class EngineStorage {
  private readonly entries = new Map<string, Entry>();
  private readonly others = channel<Change>(tabs);
  /** Says why changes are not kept at present; null: they are. When this is opened there may be no texts to say it in yet. */
  private why: (() => string) | null = null;

  private constructor(
    private readonly base: IDBDatabase | null,
    kept: Entry[],
    private readonly troubled: () => void,
  ) {
    for (const entry of kept) this.entries.set(entry.name, entry);
  }

  /** `troubled` is told when `trouble` has changed. */
  static async open(troubled: () => void): Promise<EngineStorage> {
    try {
      const base = await soon(open());
      return new EngineStorage(base, await soon(all(base)), troubled);
    } catch {
      const storage = new EngineStorage(null, [], troubled);
      storage.why = () => w.backend.keepsNothing;
      return storage;
    }
  }

  /** Why changes are not kept at present, in a sentence; "" where they are. */
  get trouble(): string {
    return this.why?.() ?? "";
  }

  /** Tells what other tabs have changed. What is gone there is gone here when the engine says so: it may be open. */
  listen(changed: (entry: Entry) => void, gone: (name: string) => void): void {
    this.others.onmessage = ({ data }: MessageEvent<Change>) => {
      if ("gone" in data) return gone(data.gone);
      this.entries.set(data.entry.name, data.entry);
      changed(data.entry);
    };
  }

  list(): Entry[] {
    return [...this.entries.values()];
  }

  /** The first `at` bytes of an entry stay, these come behind them; null: it goes. */
  change(name: string, at: number, bytes: Uint8Array | null): void {
    if (bytes === null) {
      this.entries.delete(name);
      this.write((store) => store.delete(name));
      this.others.postMessage({ gone: name } satisfies Change);
      return;
    }
    const before = this.entries.get(name)?.bytes ?? new Uint8Array();
    const whole = new Uint8Array(at + bytes.length);
    whole.set(before.subarray(0, at));
    whole.set(bytes, at);
    const entry = { name, bytes: whole, changed: Date.now() / 1000 };
    this.entries.set(name, entry);
    this.write((store) => store.put(entry));
    this.others.postMessage({ entry } satisfies Change);
  }

  /** Waits until all changes are stored: transactions end in their order. */
  settle(): Promise<void> {
    const last = this.base?.transaction(STORE, "readwrite");
    if (!last) return Promise.resolve();
    return soon(new Promise<void>((done) => (last.oncomplete = last.onabort = () => done()))).catch(() => {});
  }

  private become(why: (() => string) | null): void {
    const before = this.trouble;
    this.why = why;
    if (this.trouble !== before) this.troubled();
  }

  private write(change: (store: IDBObjectStore) => void): void {
    if (!this.base) return;
    const transaction = this.base.transaction(STORE, "readwrite");
    transaction.oncomplete = () => this.become(null);
    transaction.onabort = () => this.become(() => w.backend.notKept(transaction.error?.message ?? w.backend.full));
    change(transaction.objectStore(STORE));
  }
}
