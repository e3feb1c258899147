// One table of the back end: lines go out, each waits for its closing event, and all events are handed on.
import type { Backend, BackendTable, TableFriends } from "../model/backend";
import type { Event, Failed, Ok } from "../model/events";
import type { People } from "../model/people";

export interface Answer {
  ok: boolean;
  closing: Ok | Failed;
  /** What else the line itself caused. */
  events: Event[];
}

interface Waiting {
  events: Event[];
  heard: ((event: Event) => void) | undefined;
  done: (answer: Answer) => void;
}

export class Connection {
  /** Is told that there is nothing at the table, and what other tabs have to do with it. */
  onabsent: () => void = () => {};
  onelsewhere: (yes: boolean) => void = () => {};
  onpeople: (people: People) => void = () => {};
  private readonly table: BackendTable;
  private readonly waiting = new Map<string, Waiting>();
  private count = 0;
  private isLeft = false;
  /** Is told each event, in their order. */
  onevent: (event: Event) => void = () => {};
  /** Is told when the back end goes or is there again; `why` where more is known, in a sentence. */
  onstate: (connected: boolean, why?: string) => void = () => {};

  /** `id` names a table that is open already, null opens another one; `shown`: the page has its address. */
  constructor(backend: Backend, id: string | null, shown = false) {
    const listener = {
      event: (event: Event) => this.hear(event),
      connected: (yes: boolean, why?: string) => this.onstate(yes, why),
      absent: () => this.onabsent(),
      elsewhere: (yes: boolean) => this.onelsewhere(yes),
      people: (people: People) => this.onpeople(people),
    };
    this.table = backend.table(id, listener, shown);
  }

  /** Names the table, to open it again. */
  get id(): string {
    return this.table.id;
  }

  /** Sends a line; what comes back is its closing event, `ok` or `error`. `heard` receives what it causes as it
   * comes. After `leave` nothing is answered, not even earlier lines: an error would belong to a table that is no longer shown. */
  say(line: string, heard?: (event: Event) => void): Promise<Answer> {
    const id = `p${++this.count}`;
    return new Promise((done) => {
      if (this.isLeft) return;
      this.waiting.set(id, { events: [], heard, done });
      this.table.send(`@${id} ${line}`).catch((why: unknown) => {
        const text = why instanceof Error ? why.message : String(why);
        this.close(id, { event: "error", seq: 0, reply_to: id, code: "io", text });
      });
    });
  }

  /** Has the seats from now on, also those that another client had. */
  first(): void {
    this.table.first?.().catch(() => {}); // it is told by the state of the table
  }

  get friends(): TableFriends | undefined {
    return this.table.friends;
  }

  /** Leaves; the table itself stays where it is kept. */
  leave(): void {
    this.isLeft = true;
    this.waiting.clear();
    this.table.close();
  }

  private close(id: string, closing: Ok | Failed): void {
    const line = this.waiting.get(id);
    if (!line) return;
    this.waiting.delete(id);
    line.done({ ok: closing.event === "ok", closing, events: line.events });
  }

  private hear(event: Event): void {
    this.onevent(event);
    if (event.reply_to === undefined) return;
    if (event.event === "ok" || event.event === "error") this.close(event.reply_to, event);
    else {
      const line = this.waiting.get(event.reply_to);
      line?.events.push(event);
      line?.heard?.(event);
    }
  }
}
