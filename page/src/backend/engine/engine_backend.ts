// The engine in the page as a back end: one worker has the tables, others think, the browser keeps the plays.
import type { Event, Hello } from "../../model/events";
import { alone, load, start } from "../../assets/beside";
import { randomId } from "../../browser/random_id";
import { w } from "../../strings/strings";
import type { Backend, BackendTable, Listener, Loading, Update } from "../../model/backend";
import { clockWords } from "../../model/clock";
import { words } from "../../model/line";
import { ENGINE, compile } from "./engine_file";
import { LoadingFiles } from "./loading";
import { TabLock } from "./tab_lock";
import { EngineStorage } from "./storage";
import { type Memo, memoOf, remember } from "./memos";
import { type Catalogue, type News, NO_ROOM, type Order } from "./messages";
import { Updates, startOver } from "./updates";
import { Workers } from "./workers";

declare const BUILD: string; // these are said by build.mjs
declare const CATALOGUES: string; // the languages that the site has beside English

export class EngineBackend implements Backend {
  private readonly tables = new Map<string, EngineTable>();
  private readonly ready: Promise<void>;
  private worker!: Worker;
  private workers!: Workers;
  private storage!: EngineStorage;
  readonly tabLock = new TabLock();
  readonly frame = alone ? undefined : "embed.html";
  private readonly files = new LoadingFiles(() => this.ontrouble());
  readonly byTurns = true;
  private readonly updates = new Updates(
    () => this.ontrouble(),
    () => this.storage.settle(),
  );
  /** The engine is of another version than the page, and stays so. */
  isMixed = false;
  ontrouble = () => {};

  constructor(public language: string) {
    this.ready = this.begin();
    this.ready.then(() => alone || this.updates.begin(() => this.files.isEmpty)).catch((why: Error) => this.broken(why.message));
    this.tabLock.onlost = (play) => {
      for (const table of this.tables.values()) table.lose(play);
    };
  }

  table(id: string | null, listener: Listener, shown: boolean): BackendTable {
    const table = new EngineTable(this, id ?? randomId(), listener, shown);
    this.tables.set(table.id, table);
    this.ready.then(() => table.join()).catch(() => {}); // which it is told
    return table;
  }

  /** Tables that are open have told some of their texts already, in the language of before. */
  async speak(language: string): Promise<void> {
    const catalogue = await catalogueOf(language);
    await this.tell({ order: "speak", catalogue });
    this.workers.speak(catalogue);
    this.language = catalogue ? language : "en";
  }

  async persist(): Promise<boolean> {
    return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  }

  // ---- for its tables ------------------------------------------------------------------------

  async tell(order: Order): Promise<void> {
    await this.ready;
    this.worker.postMessage(order);
  }

  forget(table: EngineTable): void {
    this.tables.delete(table.id);
    this.clear(table);
  }

  /** Nothing goes on at the table any more. */
  clear(table: EngineTable): void {
    this.workers?.leave(table.id);
    this.tell({ order: "close", table: table.id }).catch(() => {}); // without an engine it is closed
  }

  // ---- the workers ---------------------------------------------------------------------------

  private async begin(): Promise<void> {
    const begin = () => start(`engine.js?${BUILD}`);
    this.worker = begin(); // its script comes while the engine comes,
    const early = [begin()]; // and that of the worker that thinks first
    const [{ compiled, build }, catalogue, storage] = await Promise.all([compile(() => load(`${ENGINE}?${BUILD}`), this.files), catalogueOf(this.language), EngineStorage.open(() => this.ontrouble())]);
    if (build !== BUILD) this.isMixed = await startOver(BUILD);
    this.storage = storage;
    this.ontrouble();
    const files = () => storage.list().filter((entry) => entry.name.startsWith("files/"));
    const results = {
      done: (table: string, id: number, result: string) => void this.tell({ order: "done", table, id, result }),
      found: (table: string, id: number, json: string) => void this.tell({ order: "found", table, id, json }),
      loading: (news: News) => this.note(news),
    };
    this.workers = new Workers(compiled, catalogue, files, results, () => early.pop() ?? begin());
    this.worker.onmessage = (message: MessageEvent<News>) => this.hear(message.data);
    this.worker.onerror = (event) => this.broken(event.message);
    this.worker.postMessage({ order: "begin", compiled, catalogue, entries: storage.list(), tables: true } satisfies Order);
    storage.listen(
      (entry) => void this.tell({ order: "fill", entry }),
      (name) => void this.tell({ order: "drop", name }),
    );
  }

  private note(news: News): void {
    if (news.news === "loading") this.files.report(news.file, NaN, news.bytes);
    else if (news.news === "loaded") this.files.end(news.file);
  }

  private hear(news: News): void {
    this.note(news);
    if (news.news === "event") this.tables.get(news.table)?.deliver(JSON.parse(news.json) as Event);
    else if (news.news === "changed") this.keep(news);
    else if (news.news === "full") this.tables.get(news.table)?.refuse();
    else if (news.news === "broken") this.broken(news.why);
    else if (news.news === "work")
      if (news.text === null) this.workers.end(news.table, news.id);
      else this.workers.think(news.table, news.id, news.text);
  }

  private keep(news: Extract<News, { news: "changed" }>): void {
    this.storage.change(news.name, news.at, news.bytes);
    const entry = this.storage.list().find((one) => one.name === news.name);
    if (entry?.name.startsWith("files/")) this.workers.fill(entry);
  }

  private broken(why: string): void {
    for (const table of this.tables.values())
      table.lost(w.backend.broken(why === NO_ROOM ? w.backend.noRoom : why));
  }

  get loading(): Loading | null {
    return this.files.all;
  }

  get update(): Update | null {
    return this.updates.waiting;
  }

  get trouble(): string {
    return this.storage?.trouble ?? "";
  }
}

/** What the library says, in that language; null for English, which it speaks by itself, and where that cannot be fetched. */
async function catalogueOf(language: string): Promise<Catalogue> {
  if (!CATALOGUES.split(" ").includes(language)) return null;
  const answer = await load(`${language}.mo?${BUILD}`).catch(() => null);
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

/** The line that begins again where a play stands that is not kept. */
function lineOf(hello: Hello, position: string | undefined): string {
  const players = (hello.seats ?? []).map((seat) => (seat.person ? "human" : seat.player));
  const at = position === undefined ? [] : [`position=${position}`];
  return words("new", hello.spec ?? "", ...players, ...at, "save=no", ...(hello.study ? ["study"] : []), ...(hello.paused ? ["pause"] : []), ...clockWords(hello));
}

class EngineTable implements BackendTable {
  private memo: Memo | null;
  private hello: Hello | null = null;
  private joined: () => void = () => {};
  private readonly sits = new Promise<void>((done) => (this.joined = done));
  private closed = false;
  private readonly waiting = new Set<string>(); // IDs of lines whose closing event has not come
  /** Why nothing can be said here; "": it can. */
  private broken = "";
  /** Another tab has the play. */
  private away = false;

  constructor(
    private readonly backend: EngineBackend,
    readonly id: string,
    private readonly listener: Listener,
    private readonly shown: boolean,
  ) {
    this.memo = shown ? memoOf(id) : null;
  }

  private get play(): string | null {
    return this.memo && "play" in this.memo ? this.memo.play : null;
  }

  /** Sits down; what was open here before, in this tab or in another, goes on. */
  async join(): Promise<void> {
    const { memo } = this;
    await this.backend.tell({ order: "open", table: this.id });
    this.listener.connected(true);
    if (!memo) this.listener.absent();
    else if ("line" in memo) await this.say(`@rejoin ${memo.line}`);
    else if (await this.backend.tabLock.take(memo.play)) await this.say(`@rejoin resume ${memo.play}`);
    else {
      this.become(true);
      await this.say(`@rewatch watch ${memo.play}`);
    }
    this.joined();
  }

  /** Has the play from now on, and the other tab no more. */
  async first(): Promise<void> {
    const { play } = this;
    if (play === null) return;
    await this.backend.tabLock.steal(play);
    if (this.broken) await this.backend.tell({ order: "open", table: this.id });
    this.broken = "";
    this.become(false);
    await this.say(`@rejoin resume ${play}`);
  }

  /** Another tab has taken this play over. */
  lose(play: string): void {
    if (this.play !== play || this.closed) return;
    this.backend.clear(this);
    this.end(w.backend.taken);
    this.become(true);
  }

  private become(away: boolean): void {
    this.away = away;
    this.listener.elsewhere(away);
  }

  async send(line: string): Promise<void> {
    if (this.broken) throw new Error(this.broken);
    const id = /^@(\S+) /.exec(line)?.[1];
    if (id) this.waiting.add(id);
    await this.sits;
    await this.pass(line);
  }

  private say(line: string): Promise<void> {
    return this.backend.tell({ order: "line", table: this.id, line });
  }

  /** A play that is open in another tab is refused here, since the engines know nothing of each other. */
  private async pass(line: string): Promise<void> {
    const [, , re, name] = /^(@(\S+) )?resume (\S+)/.exec(line) ?? [];
    if (name !== undefined && !(await this.backend.tabLock.take(name))) {
      this.deliver({ event: "error", seq: 0, reply_to: re, code: "state", text: w.backend.elsewhere(name) } as Event);
    } else await this.say(line);
  }

  deliver(event: Event): void {
    if (event.event === "hello") this.greet(event);
    if (event.event === "position" && this.hello) this.note(event.position);
    if (event.reply_to !== undefined && (event.event === "ok" || event.event === "error")) this.waiting.delete(event.reply_to);
    if (event.event === "error" && event.reply_to === "rejoin" && this.play) void this.say(`@rewatch watch ${this.play}`);
    else if (event.event === "error" && (event.reply_to === "rejoin" || event.reply_to === "rewatch")) this.listener.absent();
    else this.listener.event(event);
  }

  private greet(hello: Hello): void {
    const play = hello.saved ?? null;
    if (hello.spec === null && this.memo && hello.seq === 1) return; // before it goes on
    if (hello.reply_to === "rewatch") return; // it is but shown here
    if (this.play && this.play !== play) this.backend.tabLock.give(this.play);
    if (play) void this.backend.tabLock.take(play);
    this.hello = hello.spec !== null && play === null ? hello : null;
    this.keep(play ? { play } : null);
  }

  /** Where a play stands that is not kept. */
  private note(position: string | undefined): void {
    if (this.hello) this.keep({ line: lineOf(this.hello, position) });
  }

  private keep(memo: Memo | null): void {
    this.memo = memo;
    if (this.shown) remember(this.id, memo);
  }

  /** There is no room for another table. */
  refuse(): void {
    this.listener.event({ event: "error", seq: 1, code: "limit", text: w.backend.tables });
  }

  /** The engine is no more: nothing that waits for it is answered. */
  lost(why: string): void {
    this.listener.connected(false, why);
    this.end(why);
  }

  private end(why: string): void {
    this.broken = why;
    for (const re of this.waiting) this.listener.event({ event: "error", seq: 0, reply_to: re, code: "io", text: why });
    this.waiting.clear();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.play && !this.away) this.backend.tabLock.give(this.play);
    this.backend.forget(this);
  }
}
