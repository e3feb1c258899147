// Home as it is before there is an engine: run while the site is built, by the engine that the site gets (build.mjs).
import { render } from "preact-render-to-string";
import { Module } from "../src/backend/engine/module";
import type { Backend, BackendTable, Listener } from "../src/model/backend";
import type { Scene } from "../src/model/scene";
import type { Event, Game } from "../src/model/events";
import { App } from "../src/state/app";
import { Settings } from "../src/state/settings";
import { TableSettings } from "../src/state/table_settings";
import { fetchTexts, speak, w } from "../src/strings/strings";
import { Page } from "../src/view/page";
import { showSafely } from "../src/view/shown";

interface Task {
  event: string;
  id: number;
  text: string;
  end?: boolean;
}

/** The engine in this thread, which thinks by itself too; it saves nothing. */
class BuildBackend implements Backend {
  readonly trouble = "";
  readonly byTurns = true; // as the engine in the page
  ontrouble = () => {};
  private readonly engine: Module;
  private readonly listeners = new Map<number, { looker: number; listener: Listener }>();
  private tasks: { table: number; task: Task }[] = [];
  private result = "";

  constructor(
    compiled: WebAssembly.Module,
    catalogue: Uint8Array | null,
    readonly language: string,
  ) {
    this.engine = new Module(compiled, {
      event: (table, looker, json) => this.hear(table, looker, JSON.parse(json) as Event),
      done: (result) => (this.result = result),
    });
    this.engine.speak(catalogue);
  }

  table(_id: string | null, listener: Listener): BackendTable {
    const number = this.engine.open();
    const place = { looker: -1, listener };
    this.listeners.set(number, place);
    place.looker = this.engine.attach(number, -1);
    return {
      id: String(number),
      send: async (line) => this.say(number, place.looker, line),
      close: () => {
        this.listeners.delete(number);
        this.engine.close(number);
      },
    };
  }

  private say(table: number, looker: number, line: string): void {
    this.engine.line(table, looker, line);
    this.engine.step(table);
    for (let next; (next = this.tasks.shift()); ) {
      this.engine.think(next.task.text);
      this.engine.line(next.table, 0, `task-result ${next.task.id} ${this.result}`);
      this.engine.step(next.table);
    }
  }

  private hear(table: number, looker: number, event: Event): void {
    const place = this.listeners.get(table);
    if (looker === 0) {
      const task = event as unknown as Task;
      if (task.event === "task" && !task.end) this.tasks.push({ table, task });
    } else if (looker === place?.looker) place.listener.event(event);
  }
}

const empty = { getItem: () => null, setItem: () => {} };

const partsOf = ({ board, now }: Scene) => ({ board_scene: board, scene: now });

/** A game without what only other front ends read. */
function shortened(game: Game): Game {
  const { evaluations: _, protocols: __, ...read } = game as Game & { evaluations?: unknown; protocols?: unknown };
  return read;
}

/** What the page shows first in that language, as HTML, what it has to know of the games, as data, with pictures that Home does
 * not show, and what it is, in words. */
export async function firstSight(engine: Uint8Array<ArrayBuffer>, catalogue: Uint8Array | null, language: string) {
  Object.assign(globalThis, { document: { title: "" } }); // Page names it
  showSafely();
  await fetchTexts(language);
  speak([language]);
  const app = new App({
    backend: new BuildBackend(new WebAssembly.Module(engine), catalogue, language),
    redraw: () => {},
    after: () => {},
    settings: new Settings(empty),
    table: { settings: new TableSettings(empty), canTurn: () => false, sound: () => {} },
    speak: () => language,
    setFragment: () => {},
    prefersStill: () => true,
    parts: () => Promise.reject(new Error("not while it is built")),
    texts: () => Promise.reject(new Error("not while it is built")),
    unpack: async () => null,
    turns: { shelf: empty, load: () => Promise.reject(new Error("not while it is built")) },
  });
  await app.home.open();
  const { games, methods, pictures, failed } = app.home.catalogue;
  if (failed || games.some((game) => !pictures.has(game.name))) throw new Error(`Home: ${failed || "a game without a picture"}`);
  app.home.saved.listed = false;
  const html = render(<Page app={app} />);
  const others = games.filter((game) => !game.levels).map((game) => ({ game: game.name, ...partsOf(pictures.get(game.name) as Scene) }));
  return { html, data: { games: games.map(shortened), methods, pictures: others }, title: w.tagline, lead: w.homeTexts.lead };
}
