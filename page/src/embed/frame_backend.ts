// The engine for a frame of another page: one worker, which keeps nothing and thinks nothing out.
//
// A frame may have an origin of its own (sandbox without allow-same-origin). It may not fetch files of its own host then,
// unless the host allows that to everybody, nor have a worker whose script is there. It may load scripts, and so may a
// worker that it made of a text. So the files are beside the page as scripts too (embed.mjs), which such a frame takes.
import type { Backend, BackendTable, Listener, Loading } from "../model/backend";
import type { Event } from "../model/events";
import { w } from "../strings/strings";
import { ENGINE, compile } from "../backend/engine/engine_file";
import { LoadingFiles } from "../backend/engine/loading";
import type { News, Order } from "../backend/engine/messages";

declare const CATALOGUES: string; // said by build.mjs

const isAlone = (): boolean => self.origin === "null";

/** Lets a script come, which puts the file there: gzip in base64. */
async function script(name: string): Promise<Response> {
  await new Promise((done, fail) => {
    const element = document.createElement("script");
    Object.assign(element, { src: `embed-${name}.js`, onload: done, onerror: () => fail(new Error(w.share.noFile(name))) });
    document.head.append(element);
  });
  const letters = atob((self as { hraFiles?: Record<string, string> }).hraFiles?.[name] ?? "");
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function load(name: string): Promise<Response> {
  if (isAlone()) return script(name);
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(w.share.noFile(name));
  return answer;
}

function begin(): Worker {
  const text = `importScripts(${JSON.stringify(new URL("engine.js", location.href).href)})`;
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

export class FrameBackend implements Backend {
  readonly trouble = "";
  ontrouble = () => {};
  /** Each with the IDs of lines whose closing event has not come. */
  private readonly tables = new Map<string, { listener: Listener; waiting: Set<string> }>();
  private readonly files = new LoadingFiles(() => this.ontrouble());
  private readonly worker: Promise<Worker>;
  private why = "";

  constructor(readonly language: string) {
    this.worker = this.start();
    this.worker.catch((why: Error) => this.fail(why.message));
  }

  get loading(): Loading | null {
    return this.files.all;
  }

  table(_: string | null, listener: Listener): BackendTable {
    const id = String(this.tables.size + 1);
    const waiting = new Set<string>();
    this.tables.set(id, { listener, waiting });
    const tell = async (order: Order) => (await this.worker).postMessage(order);
    tell({ order: "open", table: id }).catch(() => {}); // its lines get the error
    return {
      id,
      send: async (line) => {
        if (this.why) throw new Error(this.why);
        waiting.add(/^@(\S+) /.exec(line)?.[1] ?? "");
        await tell({ order: "line", table: id, line });
      },
      close: () => void tell({ order: "close", table: id }),
    };
  }

  private async start(): Promise<Worker> {
    const [{ compiled }, catalogue] = await Promise.all([compile(() => load(ENGINE), this.files), this.catalogue()]);
    const worker = begin();
    worker.onmessage = ({ data }: MessageEvent<News>) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ order: "begin", compiled, catalogue, entries: [], tables: true } satisfies Order);
    return worker;
  }

  private async catalogue(): Promise<Uint8Array | null> {
    if (!CATALOGUES.split(" ").includes(this.language)) return null;
    return load(`${this.language}.mo`).then(async (answer) => new Uint8Array(await answer.arrayBuffer()), () => null);
  }

  private hear(news: News): void {
    if (news.news === "event") this.deliver(news.table, JSON.parse(news.json) as Event);
    else if (news.news === "broken") this.fail(news.why);
  }

  private deliver(id: string, event: Event): void {
    const table = this.tables.get(id);
    if (event.event === "ok" || event.event === "error") table?.waiting.delete(event.reply_to ?? "");
    table?.listener.event(event);
  }

  /** Nothing that waits for the engine is answered by it any more. */
  private fail(why: string): void {
    this.why = why || ENGINE;
    for (const { listener, waiting } of this.tables.values())
      for (const id of waiting) listener.event({ event: "error", seq: 0, reply_to: id, code: "io", text: this.why });
  }
}
