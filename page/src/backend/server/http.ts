// The native server as a back end: lines are posted, events come by the stream of this browser (docs/serve.md).
import { type BuiltCatalogue, builtOf } from "../../model/built";
import type { Event, GamesTold, Hello, MethodsTold } from "../../model/events";
import type { Work } from "../../model/work";
import { w } from "../../strings/strings";
import type { Backend, BackendTable, Listener, TableFriends } from "../../model/backend";
import { local, session } from "../../browser/local_storage";
import { randomId } from "../../browser/random_id";
import type { People, Place } from "../../model/people";
import { tableFriends } from "./friends";
import { type Envelope, type State, Stream } from "./stream";
import type { Key } from "./token";

const LINE = 65_536; // bytes of a line; longer ones bring a file or a record
const RETRY = 500; // ms
const TRIES = 4; // of a request that no answer came to, as on a connection that the server before had

/** No answer came. */
function isLost(why: unknown): boolean {
  return why instanceof Refused && why.status === 0;
}

/** The server's answer was no: `message` is its sentence. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export class HttpBackend implements Backend {
  private readonly tables = new Set<HttpTable>();
  /** Events of lookers that this tab has asked for and does not know the number of yet. */
  private readonly early: Envelope[] = [];
  readonly stream: Stream;
  /** As the server reports it to a client that takes a seat. */
  language = "";
  ontrouble = () => {};

  get invites(): boolean {
    return !this.key.isInvitation;
  }

  /** To what this page was invited, where it was. */
  readonly invited?: () => Promise<{ table: string; place: Place }>;

  constructor(private readonly key: Key) {
    if (key.isInvitation)
      this.invited = async () => {
        const { table, seat } = (await this.ask("GET", "api/invitation")) as { table: string; seat: Place };
        return { table, place: seat };
      };
    this.stream = new Stream(key, {
      events: (list) => this.deliver(list),
      people: (id, people) => {
        for (const table of this.tables) if (table.id === id) table.tellPeople(people);
      },
      state: (state) => {
        for (const table of this.tables) table.become(state);
      },
    });
    addEventListener("pagehide", (event) => {
      if (!event.persisted) for (const table of [...this.tables]) table.close();
    });
  }

  /** The server keeps the plays; what is denied here is the key to it. */
  get trouble(): string {
    return local.denied && !this.invited ? w.backend.keepsNoKey : "";
  }

  table(id: string | null, listener: Listener): BackendTable {
    const table = new HttpTable(this, id ?? randomId(), listener);
    this.tables.add(table);
    table.join().catch(() => {}); // which it has told
    return table;
  }

  /** What there is to play as the server tells it to anybody; a guest sees one table alone. */
  async firstSight(pictures: boolean): Promise<BuiltCatalogue | null> {
    if (this.invited) return null;
    try {
      const told = (await (await fetch(pictures ? "home.json" : "games.json")).json()) as { page: string; language: string; games: GamesTold; methods: MethodsTold };
      this.language = told.language;
      this.stream.compare(told.page);
      return builtOf(told.games, told.methods);
    } catch {
      return null; // there is no server: the first line says so
    }
  }

  async work(): Promise<Work | null> {
    return (await this.ask("GET", "api/work")) as Work | null;
  }

  async takePart(yes: boolean): Promise<Work | null> {
    return (await this.ask("POST", `api/work/${yes ? "run" : "stop"}`, "")) as Work | null;
  }

  // ---- for its tables ------------------------------------------------------------------------

  private deliver(list: Envelope[]): void {
    let joining = false;
    for (const table of this.tables) joining ||= table.looker === 0;
    for (const envelope of list) {
      let known = false;
      for (const table of this.tables)
        if (table.id === envelope.table && table.looker === envelope.looker) {
          table.deliver(envelope.event as unknown as Event);
          known = true;
        }
      if (!known && joining) this.early.push(envelope);
    }
    if (!joining) this.early.length = 0;
  }

  /** What came before the number of a looker was known. */
  deliverEarly(): void {
    this.deliver(this.early.splice(0));
  }

  forget(table: HttpTable): void {
    this.tables.delete(table);
  }

  async ask(method: string, path: string, body?: string): Promise<unknown> {
    let answer: Response;
    try {
      answer = await fetch(path, {
        method,
        headers: { Authorization: `Bearer ${this.key.text ?? ""}` },
        body: body ?? null,
        cache: "no-store",
        keepalive: method === "DELETE",
      });
    } catch {
      throw new Refused(0, w.backend.noServer);
    }
    const said = (answer.status === 204 ? {} : await answer.json().catch(() => ({}))) as { error?: string } | null;
    if (answer.status === 401 && this.invited) throw new Refused(401, w.friend.ended);
    if (!answer.ok) throw new Refused(answer.status, said?.error ?? w.backend.status(answer.status));
    return said;
  }
}

class HttpTable implements BackendTable {
  looker = 0;
  private last = 0; // number of the last event
  private kept: string | null;
  private syncing = false;
  private joining = false;
  private missed = false; // events of the time when it joined
  private closed = false;
  private joined: Promise<void> = Promise.resolve();
  private readonly waiting = new Set<string>(); // IDs of lines whose closing event has not come
  readonly friends: TableFriends;
  /** Of all lines so far, whatever became of them. */
  private arrived: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly backend: HttpBackend,
    readonly id: string,
    private readonly listener: Listener,
  ) {
    this.kept = session.getItem(`hra-kept-${id}`);
    this.friends = tableFriends((...asked) => backend.ask(...asked), this.path, () => `${this.path}/lookers/${this.looker}`);
  }

  tellPeople(people: People): void {
    this.listener.people?.(people);
  }

  private get path(): string {
    return `api/tables/${this.id}`;
  }

  // ---- coming and going ----------------------------------------------------------------------

  /** Sits down; where the table is a new one though a play was kept here, the play goes on. */
  join(): Promise<void> {
    if (this.joining) return this.joined;
    this.joining = true;
    this.looker = this.last = 0;
    this.missed = false;
    this.joined = this.sitDown(this.kept).finally(() => (this.joining = false));
    this.joined.catch((why: Error) => {
      this.listener.connected(false, why.message);
      this.tryAgain(why);
    });
    return this.joined;
  }

  private async sitDown(kept: string | null): Promise<void> {
    const { looker, new: fresh } = await this.enter();
    this.looker = looker;
    this.backend.deliverEarly();
    await this.post("@version session 2"); // the first line, before any other
    if (this.closed) return this.depart();
    if (fresh && kept) {
      this.kept = kept;
      await this.post(`@rejoin resume ${kept}`);
      if (this.missed) this.sync();
      return;
    }
    if (this.last === 0 || this.missed) {
      // What stands at the table was told into a stream that had ended, as after a reload, or is still on its way.
      this.sync();
    } else this.tellState();
  }

  /** Lines wait for it, so it is tried more than once before they fail. */
  private async enter(): Promise<{ looker: number; new: boolean }> {
    for (let left = TRIES - 1; ; left--)
      try {
        const said = await this.backend.ask("POST", `${this.path}/lookers?stream=${this.backend.stream.name}`, "");
        return said as { looker: number; new: boolean };
      } catch (why) {
        if (!isLost(why) || left === 0 || this.closed) throw why;
        await new Promise((done) => setTimeout(done, RETRY));
      }
  }

  private tellState(): void {
    const { connected, why } = this.backend.stream.state;
    this.listener.connected(connected, why);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.depart();
    this.backend.forget(this);
  }

  async first(): Promise<void> {
    await this.backend.ask("POST", `${this.path}/lookers/${this.looker}/first`, "");
  }

  /** Leaves, once, when the lines that were sent have arrived: the server refuses a line of a client that has left. */
  private depart(): void {
    const { looker } = this;
    this.looker = 0;
    if (looker) void this.arrived.then(() => this.backend.ask("DELETE", `${this.path}/lookers/${looker}`)).catch(() => {});
  }

  /** A request was lost though the stream stands: no event would come of it. */
  private tryAgain(why: unknown): void {
    if (!isLost(why) || this.closed) return;
    setTimeout(() => !this.closed && this.backend.stream.state.connected && this.become(this.backend.stream.state), RETRY);
  }

  // ---- lines ---------------------------------------------------------------------------------

  async send(line: string): Promise<void> {
    const id = /^@(\S+) /.exec(line)?.[1];
    if (id) this.waiting.add(id);
    try {
      await this.joined;
      if (this.looker || !this.closed) await this.post(line); // it left before it had come
    } catch (why) {
      if (id) this.waiting.delete(id);
      if (why instanceof Refused && why.status === 404) this.join().catch(() => {});
      throw why;
    }
  }

  private async post(line: string): Promise<void> {
    const to = new TextEncoder().encode(line).length > LINE ? "records" : "lines";
    const sent = this.backend.ask("POST", `${this.path}/${to}?looker=${this.looker}`, line);
    this.arrived = Promise.allSettled([this.arrived, sent]);
    await sent;
  }

  // ---- events --------------------------------------------------------------------------------

  /** Numbers go up by one; where one is missing, what was missed is asked for, and a snapshot makes up for all. */
  deliver(event: Event): void {
    if (event.seq === undefined) return; // told before the version was named; a snapshot follows
    const closing = event.event === "ok" || event.event === "error";
    if (event.seq <= this.last) return;
    if (event.seq > this.last + 1 && !(event.event === "hello" && event.snapshot)) {
      this.sync();
      return;
    }
    this.last = event.seq;
    if (event.event === "hello") this.greet(event);
    if (closing && event.reply_to === "sync") {
      this.syncing = false;
      this.tellState();
      return;
    }
    if (event.event === "error" && event.reply_to === "rejoin" && this.kept) {
      this.post(`@rewatch watch ${this.kept}`).catch(() => {}); // it is over, so it is shown
      return;
    }
    if (closing && event.reply_to) this.waiting.delete(event.reply_to);
    if (event.event === "error" && event.reply_to === "rewatch") this.listener.absent();
    this.listener.event(event);
    if (closing && (event.reply_to === "rejoin" || event.reply_to === "rewatch")) this.tellState();
  }

  private greet(hello: Hello): void {
    const key = `hra-kept-${this.id}`;
    this.backend.language = hello.language ?? "en";
    if (hello.snapshot && hello.reply_to === "sync") this.giveUp();
    if (hello.spec === null && hello.snapshot) {
      if (!this.kept) this.listener.absent(); // a table where nothing has begun
      return;
    }
    this.kept = hello.saved ?? null;
    if (this.kept) session.setItem(key, this.kept);
    else session.removeItem(key);
  }

  /** How lines ended whose answer is no more known. */
  private giveUp(): void {
    for (const re of this.waiting)
      this.listener.event({ event: "error", seq: 0, reply_to: re, code: "io", text: w.backend.unanswered });
    this.waiting.clear();
  }

  private sync(): void {
    if (this.syncing) return;
    this.syncing = true;
    this.post(`@sync sync ${this.last}`).catch((why: unknown) => {
      this.syncing = false;
      this.tryAgain(why);
      if (!(why instanceof Refused) || why.status !== 404 || this.closed) return this.tellState();
      this.giveUp();
      this.join().catch(() => {});
    });
  }

  /** A table is connected again when it was told what it missed: what stood there before may be no more. */
  become(state: State): void {
    this.syncing = false;
    if (!state.connected) this.listener.connected(false, state.why);
    else if (this.joining) this.missed ||= this.looker > 0; // no line comes before the one that names the version
    else if (this.looker) this.sync();
    else this.join().catch(() => {});
  }
}
