// Who thinks: a worker for each mind, begun when it is first asked. A stop ends that worker alone, since nothing
// reaches it while it thinks; what the others have solved stays.
import type { Entry, News, Order } from "./messages";

interface Thinker {
  worker: Worker;
  table: string;
  mind: string;
  busy: number | null; // the id of the work
  used: number;
}

export interface Results {
  done(table: string, id: number, result: string): void;
  found(table: string, id: number, json: string): void;
}

const MOST = 6; // workers; the one that was idle longest makes room

export class Thinkers {
  private thinkers: Thinker[] = [];
  private waiting: { table: string; id: number; mind: string; text: string }[] = [];
  private clock = 0;

  constructor(
    private readonly compiled: WebAssembly.Module,
    private readonly files: () => Entry[],
    private readonly results: Results,
    private readonly start: () => Worker,
  ) {}

  think(table: string, id: number, text: string): void {
    this.waiting.push({ table, id, mind: /^mind (\S+)$/m.exec(text)?.[1] ?? "", text });
    this.goOn();
  }

  /** Nobody waits for this any more. */
  end(table: string, id: number): void {
    this.waiting = this.waiting.filter((work) => work.table !== table || work.id !== id);
    const thinker = this.thinkers.find((one) => one.table === table && one.busy === id);
    if (thinker) this.dismiss(thinker);
    this.goOn();
  }

  /** The table was left. */
  leave(table: string): void {
    this.waiting = this.waiting.filter((work) => work.table !== table);
    for (const thinker of this.thinkers.filter((one) => one.table === table)) this.dismiss(thinker);
    this.goOn();
  }

  fill(entry: Entry): void {
    for (const thinker of this.thinkers) this.tell(thinker, { order: "fill", entry });
  }

  private goOn(): void {
    this.waiting = this.waiting.filter((work) => {
      const thinker = this.thinkerFor(work.table, work.mind);
      if (!thinker) return true;
      thinker.busy = work.id;
      thinker.used = ++this.clock;
      this.tell(thinker, { order: "think", text: work.text });
      return false;
    });
  }

  /** Undefined: it is busy, or all are. */
  private thinkerFor(table: string, mind: string): Thinker | undefined {
    const own = this.thinkers.find((one) => one.table === table && one.mind === mind);
    if (own) return own.busy === null ? own : undefined;
    if (this.thinkers.length >= MOST) {
      const idle = this.thinkers.filter((one) => one.busy === null).sort((a, b) => a.used - b.used)[0];
      if (!idle) return undefined;
      this.dismiss(idle);
    }
    return this.hire(table, mind);
  }

  private hire(table: string, mind: string): Thinker {
    const thinker: Thinker = { worker: this.start(), table, mind, busy: null, used: 0 };
    thinker.worker.onmessage = (message: MessageEvent<News>) => this.hear(thinker, message.data);
    thinker.worker.onerror = (event) => this.hear(thinker, { news: "broken", why: event.message });
    this.thinkers.push(thinker);
    this.tell(thinker, { order: "begin", compiled: this.compiled, entries: this.files(), tables: false });
    return thinker;
  }

  private hear(thinker: Thinker, news: News): void {
    const { table, busy } = thinker;
    if (busy === null) return;
    if (news.news === "found") this.results.found(table, busy, news.json);
    if (news.news === "broken") this.dismiss(thinker);
    if (news.news === "done" || news.news === "broken") {
      thinker.busy = null;
      this.results.done(table, busy, news.news === "done" ? news.result : `error memory ${news.why}`);
      this.goOn();
    }
  }

  private tell(thinker: Thinker, order: Order): void {
    thinker.worker.postMessage(order);
  }

  private dismiss(thinker: Thinker): void {
    thinker.worker.terminate();
    this.thinkers = this.thinkers.filter((one) => one !== thinker);
  }
}
