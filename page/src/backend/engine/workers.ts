// Who thinks: a worker for each mind, begun when it is first asked, the first one before that. A stop ends that worker alone, since nothing
// reaches it while it thinks; what the others have solved stays.
import { w } from "../../strings/strings";
import { type Catalogue, type Entry, type News, NO_ROOM, type Order } from "./messages";

interface ThinkingWorker {
  thread: Worker;
  table: string;
  mind: string;
  busy: number | null; // the id of the work
  used: number;
}

export interface Results {
  done(table: string, id: number, result: string): void;
  found(table: string, id: number, json: string): void;
  /** A worker waits for a file, or has it. */
  loading(news: News): void;
}

const FREE = ""; // the table of a worker that nobody has asked yet
const MOST = 6; // workers; the one that was idle longest makes room

export class Workers {
  private workers: ThinkingWorker[] = [];
  private waiting: { table: string; id: number; mind: string; text: string }[] = [];
  private clock = 0;

  constructor(
    private readonly compiled: WebAssembly.Module,
    private catalogue: Catalogue,
    private readonly files: () => Entry[],
    private readonly results: Results,
    private readonly start: () => Worker,
  ) {
    this.hire(FREE, "");
  }

  think(table: string, id: number, text: string): void {
    this.waiting.push({ table, id, mind: /^mind (\S+)$/m.exec(text)?.[1] ?? "", text });
    this.goOn();
  }

  /** Nobody waits for this any more. */
  end(table: string, id: number): void {
    this.waiting = this.waiting.filter((work) => work.table !== table || work.id !== id);
    const worker = this.workers.find((one) => one.table === table && one.busy === id);
    if (worker) this.dismiss(worker);
    this.goOn();
  }

  /** The table was left. */
  leave(table: string): void {
    this.waiting = this.waiting.filter((work) => work.table !== table);
    for (const worker of this.workers.filter((one) => one.table === table)) this.dismiss(worker);
    this.goOn();
  }

  fill(entry: Entry): void {
    for (const worker of this.workers) this.tell(worker, { order: "fill", entry });
  }

  speak(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    for (const worker of this.workers) this.tell(worker, { order: "speak", catalogue });
  }

  private goOn(): void {
    this.waiting = this.waiting.filter((work) => {
      const worker = this.workerFor(work.table, work.mind);
      if (!worker) return true;
      worker.busy = work.id;
      worker.used = ++this.clock;
      this.tell(worker, { order: "think", text: work.text });
      return false;
    });
  }

  /** Undefined: it is busy, or all are. */
  private workerFor(table: string, mind: string): ThinkingWorker | undefined {
    const own = this.workers.find((one) => one.table === table && one.mind === mind);
    if (own) return own.busy === null ? own : undefined;
    const free = this.workers.find((one) => one.table === FREE);
    if (free) return Object.assign(free, { table, mind });
    if (this.workers.length >= MOST) {
      const idle = this.workers.filter((one) => one.busy === null).sort((a, b) => a.used - b.used)[0];
      if (!idle) return undefined;
      this.dismiss(idle);
    }
    return this.hire(table, mind);
  }

  private hire(table: string, mind: string): ThinkingWorker {
    const worker: ThinkingWorker = { thread: this.start(), table, mind, busy: null, used: 0 };
    worker.thread.onmessage = (message: MessageEvent<News>) => this.hear(worker, message.data);
    worker.thread.onerror = (event) => this.hear(worker, { news: "broken", why: event.message });
    this.workers.push(worker);
    this.tell(worker, { order: "begin", compiled: this.compiled, catalogue: this.catalogue, entries: this.files(), tables: false });
    return worker;
  }

  private hear(worker: ThinkingWorker, news: News): void {
    const { table, busy } = worker;
    this.results.loading(news);
    if (busy === null) return;
    if (news.news === "found") this.results.found(table, busy, news.json);
    if (news.news === "broken") this.dismiss(worker);
    const result = resultOf(news);
    if (result === null) return;
    worker.busy = null;
    this.results.done(table, busy, result);
    this.goOn();
  }

  private tell(worker: ThinkingWorker, order: Order): void {
    worker.thread.postMessage(order);
  }

  private dismiss(worker: ThinkingWorker): void {
    worker.thread.terminate();
    this.workers = this.workers.filter((one) => one !== worker);
  }
}

/** What the tables are told of the work, null: it goes on. */
function resultOf(news: News): string | null {
  if (news.news === "done") return news.result;
  if (news.news === "refused") return `error memory ${w.backend.noMemory}`;
  return news.news === "broken" ? `error memory ${news.why === NO_ROOM ? w.backend.noRoom : news.why}` : null;
}
