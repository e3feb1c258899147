// Who thinks: a worker for each mind, begun when it is first asked. A stop ends that worker alone, since nothing
// reaches it while it thinks; what the others have solved stays.
import { w } from "../../strings/strings";
import { type Catalogue, type Entry, type News, NO_ROOM, type Order } from "./messages";

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
    private catalogue: Catalogue,
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

  speak(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    for (const thinker of this.thinkers) this.tell(thinker, { order: "speak", catalogue });
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
    this.tell(thinker, { order: "begin", compiled: this.compiled, catalogue: this.catalogue, entries: this.files(), tables: false });
    return thinker;
  }

  private hear(thinker: Thinker, news: News): void {
    const { table, busy } = thinker;
    if (busy === null) return;
    if (news.news === "found") this.results.found(table, busy, news.json);
    if (news.news === "broken") this.dismiss(thinker);
    const result = resultOf(news);
    if (result === null) return;
    thinker.busy = null;
    this.results.done(table, busy, result);
    this.goOn();
  }

  private tell(thinker: Thinker, order: Order): void {
    thinker.worker.postMessage(order);
  }

  private dismiss(thinker: Thinker): void {
    thinker.worker.terminate();
    this.thinkers = this.thinkers.filter((one) => one !== thinker);
  }
}

/** What the tables are told of the work, null: it goes on. */
function resultOf(news: News): string | null {
  if (news.news === "done") return news.result;
  if (news.news === "refused") return `error memory ${w.behind.noMemory}`;
  return news.news === "broken" ? `error memory ${news.why === NO_ROOM ? w.behind.noRoom : news.why}` : null;
}
