// The worker of <hra-board>: sessions of all boards of a page.
import type { WorkerNews, WorkerOrder } from "../../../page/src/element/worker_backend";
import { type Engine, type Session, load } from "./browser";

const sessions = new Map<string, Session>();
let engine: Promise<Engine>;

function open(engine: Engine, table: string): Session {
  const session = engine.open();
  session.onevent = (event) => postMessage({ table, event } as WorkerNews);
  sessions.set(table, session);
  return session;
}

self.onmessage = async ({ data }: MessageEvent<WorkerOrder>) => {
  try {
    if ("language" in data) {
      engine = load({ language: data.language === "cs" ? "cs" : "en" });
      return;
    }
    const here = await engine;
    const session = sessions.get(data.table);
    if (data.line !== null) (session ?? open(here, data.table)).pass(data.line);
    else if (session) {
      session.close();
      sessions.delete(data.table);
    }
  } catch (why) {
    postMessage({ failed: why instanceof Error ? why.message : String(why) } satisfies WorkerNews);
  }
};
