// Saved games and files of games: they are listed, read, added and deleted.
import type { Saved } from "../model/events";
import { word, words } from "../model/line";
import type { Route } from "../model/route";
import { w } from "../strings/strings";
import type { Connection } from "./connection";
import { contentsOf } from "./contents";
import type { GoingOn } from "./going_on";

const THUMBS = 4; // of saved games

export class SavedGames {
  plays: Saved[] = [];
  /** Files of many games. */
  files: Saved[] = [];
  /** Whether it is known what is saved. */
  listed = false;
  /** Why something with a saved game did not work. */
  failed = "";
  /** What was just added is announced on the next screen. */
  fresh = false;
  /** How many plays were just added. */
  added = 0;
  /** The encoding that a file was read in, where that was a guess. */
  guessed = "";
  /** Which one is asked about before it is deleted. */
  sure: string | null = null;

  constructor(
    private readonly line: () => Connection,
    private readonly redraw: () => void,
    private readonly before: GoingOn,
  ) {}

  /** Another screen is shown: messages of the one before go, except what is fresh. */
  leave(): void {
    if (!this.fresh) Object.assign(this, { failed: "", added: 0, guessed: "" });
    this.fresh = false;
  }

  /** The newest saved games that are not over, which are shown with a picture; until they are listed, those of the last visit. */
  get goingOn(): Saved[] {
    if (!this.listed) return this.before.noted;
    return this.plays.filter((kept) => !kept.finished).slice(0, THUMBS);
  }

  async list(): Promise<void> {
    const [answer, files] = [await this.line().say("plays"), await this.line().say("files")];
    this.listed = true;
    this.plays = answer.events.filter((e): e is Saved => e.event === "saved");
    this.files = files.events.filter((e): e is Saved => e.event === "saved" && GAMES.test(e.name));
    if (answer.closing.event === "error") this.failed = answer.closing.text; // else what a file was refused for meanwhile stays
    this.before.note(this.goingOn);
    this.redraw();
  }

  /** The text of a kept play. */
  async read(name: string): Promise<string | null> {
    const answer = await this.line().say(words("read", name));
    const kept = answer.events.find((e): e is Saved => e.event === "saved");
    this.failed = answer.closing.event === "error" ? answer.closing.text : "";
    this.redraw();
    return kept?.text ?? null;
  }

  /** Asks whether to delete; null: no longer. */
  ask(name: string | null): void {
    this.sure = name;
    this.redraw();
  }

  async remove(name: string): Promise<void> {
    const answer = await this.line().say(words("delete", name));
    this.sure = null;
    this.failed = "";
    await this.list();
    if (answer.closing.event === "error") this.failed = answer.closing.text;
    this.redraw();
  }

  /** A file could not be read. */
  refuse(why: string): null {
    this.failed = why;
    this.redraw();
    return null;
  }

  /** Adds a file, and says where its games are to be seen: one at the board, many in a list. `guessed`: the encoding, where it was
   * guessed. */
  async put(file: string, text: string, guessed = ""): Promise<Route | null> {
    const base = file.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "record";
    this.added = 0;
    this.guessed = guessed;
    const name = await this.freeName(GAMES.test(base) ? base : `${base}.txt`, text);
    const answer = await this.line().say(`write ${word(name)} ${JSON.stringify(text)}`);
    if (answer.closing.event === "error") return this.refuse(answer.closing.text);
    const games = await contentsOf(this.line(), name);
    const bad = typeof games === "string" ? games : games.length === 0 ? w.fileGames.none(base) : "";
    if (bad) await this.line().say(words("delete", name));
    if (typeof games === "string" || bad) return this.refuse(bad);
    const [one] = games;
    const whole = games.length === 1 && one?.game !== undefined && one.faults.every((fault) => fault.remark);
    this.fresh = true;
    return whole ? this.save(base, name, text) : { at: "file", name, game: games.length === 1 && one?.game !== undefined ? 1 : null };
  }

  /** A name under which no other file is. */
  private async freeName(base: string, text: string): Promise<string> {
    const names = new Set((await this.line().say("files")).events.map((event) => (event as Saved).name));
    const [front, end] = [base.replace(/\.[^.]*$/, ""), base.replace(/^.*(?=\.)/, "")];
    let name = `files/${base}`;
    for (let i = 2; names.has(name) && (await this.read(name)) !== text; i++) name = `files/${front}-${i}${end}`;
    return name;
  }

  /** The one game of a file becomes a saved game; a record of our own is viewed, since it may go on and have secrets. */
  private async save(base: string, file: string, text: string): Promise<Route | null> {
    if (!this.listed) await this.list();
    const known = new Set(this.plays.map(identity));
    const answer = await this.line().say(`write ${word(`plays/${base}`)} ${JSON.stringify(text)}`);
    await this.line().say(words("delete", file));
    await this.list();
    if (answer.closing.event === "error") return this.refuse(answer.closing.text);
    const entry = this.plays.find((kept) => !known.has(identity(kept)));
    this.added = entry ? 1 : 0;
    this.redraw();
    if (!entry) return null;
    return /^\ufeff?hra-record /.test(text) ? { at: "kept", name: entry.name, look: true } : { at: "file", name: entry.name, game: 1 };
  }
}

/** How files of games end; those of trees and mazes are in the same folder. */
const GAMES = /\.(hra|pdn|pgn|mat|sgf|txt)$/i;

/** An entry as it is now: one that is put in again is another one. */
export function identity(kept: Saved): string {
  return `${kept.name} ${kept.changed}`;
}
