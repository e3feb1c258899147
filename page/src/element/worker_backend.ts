// The engine of a package in a worker (packages/npm/engine/worker.ts) as a back end: it keeps nothing.
import type { Backend, BackendTable, Listener } from "../model/backend";
import type { Event } from "../model/events";

/** What the worker reports: an event of a table, or why the engine cannot be had. */
export type WorkerNews = { table: string; event: Event } | { failed: string };
export type WorkerOrder = { language: string } | { table: string; line: string | null };

export class WorkerBackend implements Backend {
  readonly trouble = "";
  ontrouble = () => {};
  private readonly tables = new Map<string, { listener: Listener; waiting: Set<string> }>();
  private why = "";

  constructor(
    private readonly worker: Worker,
    readonly language: string,
  ) {
    worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => ("failed" in data ? this.fail(data.failed) : this.deliver(data.table, data.event));
    worker.onerror = (event) => this.fail(event.message);
    this.tell({ language });
  }

  private tell(order: WorkerOrder): void {
    this.worker.postMessage(order);
  }

  table(_: string | null, listener: Listener): BackendTable {
    const id = String(this.tables.size + 1);
    const waiting = new Set<string>();
    this.tables.set(id, { listener, waiting });
    return {
      id,
      send: async (line) => {
        if (this.why) throw new Error(this.why);
        waiting.add(/^@(\S+) /.exec(line)?.[1] ?? "");
        this.tell({ table: id, line });
      },
      close: () => this.tell({ table: id, line: null }),
    };
  }

  private deliver(id: string, event: Event): void {
    const table = this.tables.get(id);
    if (event.event === "ok" || event.event === "error") table?.waiting.delete(event.reply_to ?? "");
    table?.listener.event(event);
  }

  /** Nothing that waits for the engine is answered by it any more. */
  private fail(why: string): void {
    this.why = why || "worker.js";
    for (const { listener, waiting } of this.tables.values())
      for (const id of waiting) listener.event({ event: "error", seq: 0, reply_to: id, code: "io", text: this.why });
  }
}
