// The games of a file, to choose from.
import type { Backend } from "../model/backend";
import type { ListedGame, Saved } from "../model/events";
import { word, words } from "../model/line";
import { Connection } from "./connection";
import { contentsOf } from "./contents";

const SHOWN = 200; // games that are drawn at once

/** What of a game can be searched for. */
function textOf(game: ListedGame): string {
  return [game.number, ...game.players, game.event, game.date, game.result, game.opening].join(" ").toLowerCase();
}

export class GameList {
  games: ListedGame[] = [];
  loading = true;
  failed = "";
  filter = "";
  shown = SHOWN;
  /** How many were added to the saved games; null: it was not asked for. */
  added: number | null = null;
  private connection: Connection | null;

  constructor(
    backend: Backend,
    readonly name: string,
    private readonly redraw: () => void,
  ) {
    this.connection = new Connection(backend, null);
  }

  /** As its person calls the file. */
  get title(): string {
    return this.name.replace(/^.*\//, "");
  }

  async load(): Promise<void> {
    if (!this.connection) return;
    const games = await contentsOf(this.connection, this.name);
    this.loading = false;
    if (typeof games === "string") this.failed = games;
    else this.games = games;
    this.redraw();
  }

  /** Those in which all words that were typed occur. */
  get found(): ListedGame[] {
    const wanted = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    return wanted.length === 0 ? this.games : this.games.filter((game) => wanted.every((text) => textOf(game).includes(text)));
  }

  search(text: string): void {
    this.filter = text;
    this.shown = SHOWN;
    this.redraw();
  }

  showMore(): void {
    this.shown += SHOWN;
    this.redraw();
  }

  /** Makes each game an entry of its own, as it can be resumed. */
  async addAll(): Promise<void> {
    const { connection } = this;
    const read = await connection?.say(words("read", this.name));
    const text = read?.events.find((event): event is Saved => event.event === "saved")?.text;
    if (!connection || text === undefined) return;
    const answer = await connection.say(`write ${word(this.name.replace(/^files\//, "plays/"))} ${JSON.stringify(text)}`);
    if (answer.closing.event === "error") this.failed = answer.closing.text;
    else this.added = this.games.filter((game) => game.plies).length;
    this.redraw();
  }

  leave(): void {
    this.connection?.leave();
    this.connection = null;
  }
}
