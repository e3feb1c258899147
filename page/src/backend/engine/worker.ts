// The script of every worker: the one that has the tables, and those that think.
import { loadNow } from "../../assets/beside";
import { Unpacker } from "../../assets/unpack";
import type { Event } from "../../model/events";
import type { News, Order } from "./messages";
import { Module } from "./module";

declare const BUILD: string; // said by build.mjs

const TABLE = -1; // hra_session_attach: all people at one screen
const WORKER = 0; // the looker who is given work

let engine: Module;
const numbers = new Map<string, number>(); // of the tables in the engine
const ids: string[] = [];

function tell(news: News): void {
  postMessage(news);
}

function begin(order: Extract<Order, { order: "begin" }>): void {
  engine = new Module(order.compiled, {
    event: tellEvent,
    changed: (name, at, bytes) => tell({ news: "changed", name, at, bytes }),
    found: (json) => tell({ news: "found", json }),
    done: (result) => tell({ news: "done", result }),
    file: load,
  });
  if (order.catalogue) engine.speak(order.catalogue);
  for (const entry of order.entries) engine.fill(entry.name, entry.bytes, entry.changed);
}

/** Nets and books are files beside the engine, which waits for them: a worker may. */
function load(file: string, bytes: number): Uint8Array | null {
  tell({ news: "loading", file, bytes });
  try {
    const packed = loadNow(`${file}.lzma?${BUILD}`);
    return packed && new Unpacker(bytes).add(packed, true);
  } catch {
    return null; // there is no network, or the file is damaged
  } finally {
    tell({ news: "loaded", file });
  }
}

function tellEvent(number: number, looker: number, json: string): void {
  const table = ids[number];
  if (table === undefined) return;
  if (looker !== WORKER) tell({ news: "event", table, json });
  else {
    const event = JSON.parse(json) as Event & { id?: number; text?: string; end?: boolean };
    if ((event.event as string) === "task" && event.id !== undefined)
      tell({ news: "work", table, id: event.id, text: event.end ? null : (event.text ?? null) });
  }
}

function open(table: string): void {
  const number = engine.open();
  if (number < 0) {
    tell({ news: "full", table });
    return;
  }
  numbers.set(table, number);
  ids[number] = table;
  engine.attach(number, TABLE);
}

function line(table: string, looker: number, text: string): void {
  const number = numbers.get(table);
  if (number === undefined) return;
  engine.line(number, looker, text);
  engine.step(number);
}

function obey(order: Order): void {
  switch (order.order) {
    case "begin":
      return begin(order);
    case "speak":
      return engine.speak(order.catalogue);
    case "fill":
      return engine.fill(order.entry.name, order.entry.bytes, order.entry.changed);
    case "drop":
      return engine.drop(order.name);
    case "open":
      return open(order.table);
    case "close":
      engine.close(numbers.get(order.table) ?? -1);
      numbers.delete(order.table);
      return;
    case "line":
      return line(order.table, WORKER + 1, order.line);
    case "done":
      return line(order.table, WORKER, `task-result ${order.id} ${order.result}`);
    case "found":
      return line(order.table, WORKER, `task-progress ${order.id} ${order.json}`);
    case "think":
      if (!engine.think(order.text)) tell({ news: "refused" });
  }
}

self.onmessage = (message: MessageEvent<Order>) => {
  try {
    obey(message.data);
  } catch (why) {
    tell({ news: "broken", why: why instanceof Error ? why.message : String(why) });
  }
};
