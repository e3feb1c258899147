// The engine in the page as a back end: one worker has the tables, others think, the browser keeps the plays.
import type { Event, Hello } from "../../model/events";
import { w } from "../../words/words";
import type { Back, BackTable, Listener } from "../back";
import { Claims } from "./claims";
import { Keeper } from "./keeper";
import { type Catalogue, type News, NO_ROOM, type Order } from "./messages";
import { Thinkers } from "./thinkers";

declare const CATALOGUES: string[]; // said by build.mjs: the languages that the site has beside English

export class EngineBack implements Back {
  private readonly tables = new Map<string, EngineTable>();
  private readonly ready: Promise<void>;
  private worker!: Worker;
  private thinkers!: Thinkers;
  private keeper!: Keeper;
  readonly claims = new Claims();

  constructor(public language: string) {
    this.ready = this.begin();
    this.ready.catch((why: Error) => this.broken(why.message));
  }

  table(id: string, listener: Listener): BackTable {
    const table = new EngineTable(this, id, listener);
    this.tables.set(table.id, table);
    this.ready.then(() => table.join()).catch(() => {}); // which it is told
    return table;
  }

  /** Tables that are open have told some of their texts already, in the language of before. */
  async speak(language: string): Promise<void> {
    const catalogue = await catalogueOf(language);
    await this.tell({ order: "speak", catalogue });
    this.thinkers.speak(catalogue);
    this.language = catalogue ? language : "en";
  }

  // ---- for its tables ------------------------------------------------------------------------

  async tell(order: Order): Promise<void> {
    await this.ready;
    this.worker.postMessage(order);
  }

  forget(table: EngineTable): void {
    this.tables.delete(table.id);
    this.thinkers?.leave(table.id);
    this.tell({ order: "close", table: table.id }).catch(() => {}); // without an engine it is closed
  }

  // ---- the workers ---------------------------------------------------------------------------

  private async begin(): Promise<void> {
    const [compiled, catalogue, keeper] = await Promise.all([compile(), catalogueOf(this.language), Keeper.open((why) => this.warn(why))]);
    this.keeper = keeper;
    const files = () => keeper.list().filter((entry) => entry.name.startsWith("files/"));
    const start = () => new Worker("engine.js", { type: "module" });
    const results = {
      done: (table: string, id: number, result: string) => void this.tell({ order: "done", table, id, result }),
      found: (table: string, id: number, json: string) => void this.tell({ order: "found", table, id, json }),
    };
    this.thinkers = new Thinkers(compiled, catalogue, files, results, start);
    this.worker = start();
    this.worker.onmessage = (message: MessageEvent<News>) => this.hear(message.data);
    this.worker.onerror = (event) => this.broken(event.message);
    this.worker.postMessage({ order: "begin", compiled, catalogue, entries: keeper.list(), tables: true } satisfies Order);
    keeper.listen(
      (entry) => void this.tell({ order: "fill", entry }),
      (name) => void this.tell({ order: "drop", name }),
    );
  }

  private hear(news: News): void {
    if (news.news === "event") this.tables.get(news.table)?.deliver(JSON.parse(news.json) as Event);
    else if (news.news === "changed") this.keep(news);
    else if (news.news === "full") this.tables.get(news.table)?.refuse();
    else if (news.news === "broken") this.broken(news.why);
    else if (news.news === "work")
      if (news.text === null) this.thinkers.end(news.table, news.id);
      else this.thinkers.think(news.table, news.id, news.text);
  }

  private keep(news: Extract<News, { news: "changed" }>): void {
    this.keeper.change(news.name, news.at, news.bytes);
    const entry = this.keeper.list().find((one) => one.name === news.name);
    if (entry?.name.startsWith("files/")) this.thinkers.fill(entry);
  }

  private broken(why: string): void {
    for (const table of this.tables.values())
      table.lost(w.behind.broken(why === NO_ROOM ? w.behind.noRoom : why));
  }

  /** Tells the tables that are open; one that begins a play later asks for `trouble`. */
  private warn(why: string): void {
    for (const table of this.tables.values()) table.warn(why);
  }

  /** Why plays are not kept at present, "" where they are. */
  get trouble(): string {
    return this.keeper.trouble;
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch("engine.wasm");
  if (!answer.ok) throw new Error(`engine.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer()); // whatever type the host sends it as
}

/** What the library says, in that language; null for English, which it speaks by itself, and where that cannot be fetched. */
async function catalogueOf(language: string): Promise<Catalogue> {
  if (!CATALOGUES.includes(language)) return null;
  const answer = await fetch(`${language}.mo`).catch(() => null);
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

class EngineTable implements BackTable {
  private kept: string | null;
  private joined: () => void = () => {};
  private readonly sits = new Promise<void>((done) => (this.joined = done));
  private closed = false;
  private readonly waiting = new Set<string>(); // IDs of lines whose closing event has not come
  private broken = "";

  constructor(
    private readonly back: EngineBack,
    readonly id: string,
    private readonly listener: Listener,
  ) {
    this.kept = sessionStorage.getItem(`hra-kept-${id}`);
  }

  /** Sits down; a play that was open here before the page was loaded anew goes on. */
  async join(): Promise<void> {
    await this.back.tell({ order: "open", table: this.id });
    this.listener.connected(true);
    if (this.kept) await this.pass(`@rejoin resume ${this.kept}`);
    this.joined();
  }

  async send(line: string): Promise<void> {
    if (this.broken) throw new Error(this.broken);
    const id = /^@(\S+) /.exec(line)?.[1];
    if (id) this.waiting.add(id);
    await this.sits;
    await this.pass(line);
  }

  /** A play that is open in another tab is refused here, since the engines know nothing of each other. */
  private async pass(line: string): Promise<void> {
    const [, , re, name] = /^(@(\S+) )?resume (\S+)/.exec(line) ?? [];
    if (name !== undefined && !(await this.back.claims.take(name))) {
      this.deliver({ event: "error", n: 0, re, code: "state", text: w.behind.elsewhere(name) } as Event);
    } else await this.back.tell({ order: "line", table: this.id, line });
  }

  deliver(event: Event): void {
    if (event.event === "hello") this.greet(event);
    if (event.re !== undefined && (event.event === "ok" || event.event === "error")) this.waiting.delete(event.re);
    if (event.event === "error" && event.re === "rejoin" && this.kept)
      void this.back.tell({ order: "line", table: this.id, line: `@rewatch watch ${this.kept}` });
    else this.listener.event(event);
  }

  private greet(hello: Hello): void {
    const kept = hello.kept ?? null;
    if (hello.spec === null && this.kept && hello.n === 1) return; // before it goes on
    if (this.kept && this.kept !== kept) this.back.claims.give(this.kept);
    if (kept && kept !== this.kept && this.back.trouble) this.warn(this.back.trouble);
    this.kept = kept;
    if (kept) {
      void this.back.claims.take(kept);
      sessionStorage.setItem(`hra-kept-${this.id}`, kept);
    } else sessionStorage.removeItem(`hra-kept-${this.id}`);
  }

  /** What was not asked for, and goes wrong all the same. */
  warn(why: string): void {
    this.listener.event({ event: "error", n: 0, code: "io", text: why });
  }

  /** There is no room for another table. */
  refuse(): void {
    this.listener.event({ event: "error", n: 1, code: "limit", text: w.behind.tables });
  }

  /** The engine is no more: nothing that waits for it is answered. */
  lost(why: string): void {
    this.broken = why;
    this.listener.connected(false, why);
    for (const re of this.waiting) this.listener.event({ event: "error", n: 0, re, code: "io", text: why });
    this.waiting.clear();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.kept) this.back.claims.give(this.kept);
    this.back.forget(this);
  }
}
