// A game in a frame of another page: what its link has is drawn when somebody asks for it, not before.
import type { Backend } from "../model/backend";
import { randomId } from "../browser/random_id";
import type { Event } from "../model/events";
import { openAt, readSpec, words } from "../model/line";
import type { Route } from "../model/route";
import { Connection } from "../state/connection";
import { replayHistory } from "../state/replay_history";
import { Table } from "../state/table";
import { w } from "../strings/strings";

export interface ViewerWorld {
  /** Starts the engine. */
  open: () => Backend;
  unpack: (packed: string) => Promise<string | null>;
  redraw: () => void;
}

/** Where a step goes, from a moment in a game from the first moment to the last. */
export type Step = "first" | "back" | "forward" | "last";

export class Viewer {
  /** The board is wanted. */
  busy = false;
  failed = "";
  table: Table | null = null;
  turned = false;
  /** What the game is called before the engine says it; "": not known. */
  name = "";
  /** As the game's file names them. */
  private players: string[] = [];
  private text: Promise<string | null> = Promise.resolve(null);

  constructor(
    private readonly route: Route,
    private readonly world: ViewerWorld,
  ) {
    if (route.at === "analyse") this.name = readSpec(route.spec).name;
    else if (route.at === "game") this.text = world.unpack(route.packed);
    else this.failed = w.share.noGame;
    void this.text.then((text) => this.call(text));
  }

  private call(text: string | null): void {
    if (text === null) return;
    this.name = readSpec(/^hra-record .*\ngame (\S+)/.exec(text)?.[1] ?? "").name;
    this.world.redraw();
  }

  /** Who played on a seat: a person's name, the level of a program, else the seat. */
  who(seat: number): string {
    const player = this.players[seat] ?? "";
    const level = this.table?.hello?.game?.levels?.of.findIndex((one) => one.player === player) ?? -1;
    if (level >= 0) return w.homeTexts.level(level + 1);
    return /^(\?|human)?$/.test(player) ? (this.table?.called(seat) ?? "") : player.replace(/:.*/, "");
  }

  /** Whether anything is to be opened. */
  get canShow(): boolean {
    return this.table === null && !this.busy && (this.route.at === "game" || this.route.at === "analyse");
  }

  /** The moment that is seen, and those at the ends. */
  get at(): number {
    return this.table?.past.looking ?? this.last;
  }

  get first(): number {
    return this.table?.past.frames[0]?.ply ?? 0;
  }

  get last(): number {
    return this.table?.now.ply ?? 0;
  }

  /** Whether a step leads anywhere; before the board is there, one forward asks for it. */
  can(step: Step): boolean {
    const onward = step === "forward" || step === "last";
    if (!this.table) return this.canShow && onward;
    return onward ? this.at < this.last : this.at > this.first;
  }

  async go(step: Step): Promise<void> {
    await this.show();
    const to = { first: this.first, back: this.at - 1, forward: this.at + 1, last: this.last };
    this.look(to[step]);
  }

  look(ply: number): void {
    this.table?.past.look(ply);
  }

  turn(): void {
    this.turned = !this.turned;
    this.world.redraw();
  }

  /** Starts the engine and opens the game, at the moment of the link. */
  async show(): Promise<void> {
    if (!this.canShow) return;
    this.busy = true;
    this.failed = "";
    this.world.redraw();
    try {
      const { route } = this;
      const table = await this.open(this.world.open());
      this.table = table;
      table.past.look((route.at === "game" ? route.ply : null) ?? this.first);
    } catch (why) {
      this.failed = why instanceof Error ? why.message : String(why);
    }
    this.busy = false;
    this.world.redraw();
  }

  /** Another link is shown. */
  leave(): void {
    this.table?.connection.leave();
  }

  private async open(backend: Backend): Promise<Table> {
    const connection = new Connection(backend, null);
    const table = new Table(connection, this.world.redraw, (_, then) => then());
    table.asking.lists = false;
    try {
      if (this.route.at === "analyse") await say(connection, openAt(this.route.spec, this.route.position || undefined));
      else await this.replay(backend, table);
      return table;
    } catch (why) {
      connection.leave();
      throw why;
    }
  }

  /** Opens the game that the link has, of several the first, with all its moments. */
  private async replay(backend: Backend, table: Table): Promise<void> {
    const text = await this.text;
    if (text === null) throw new Error(w.share.badLink);
    const { connection } = table;
    const base = `plays/${randomId()}`; // the engine may have games of links before
    await say(connection, words("write", `${base}.txt`, text));
    const names = (await say(connection, "plays")).flatMap((event) => (event.event === "saved" ? event.name : []));
    const [name = ""] = names.filter((one) => one.startsWith(base)).sort();
    await say(connection, words("watch", name));
    const games = (await say(connection, words("contents", name))).flatMap((event) => (event.event === "contents" ? event.games : []));
    this.players = games[0]?.players ?? [];
    const found = await replayHistory(backend, table.hello?.spec ?? "", name);
    if (found) table.past.remember(found.frames, found.played);
  }
}

async function say(connection: Connection, line: string): Promise<Event[]> {
  const { closing, events } = await connection.say(line);
  if (closing.event === "error") throw new Error(closing.text);
  return events;
}
