// The first screen: the games with a picture each, and what is kept.
import type { Backend } from "../model/backend";
import type { Game, GamesTold, Saved, Named } from "../model/events";
import type { Route } from "../model/route";
import { word, words } from "../model/line";
import { currentGame } from "../model/renamed";
import { Scene } from "../model/scene";
import { w } from "../strings/strings";
import { Due } from "./due";
import { Table } from "./table";
import { Connection } from "./connection";
import { contentsOf } from "./game_list";

const THUMBS = 4; // of saved games

/** By the names of games: scenes, or what came with the page, as HTML. */
type Pictures = Map<string, Scene | string>;

/** What there is to play. */
export interface Catalogue {
  games: Game[];
  methods: Named[];
  pictures: Pictures;
}

export class Home {
  games: Game[] = [];
  methods: Named[] = [];
  pictures: Pictures = new Map();
  /** How saved games stand, by their names. */
  thumbs = new Map<string, Scene>();
  kept: Saved[] = [];
  /** Whether it is known what is saved. */
  listed = false;
  /** Files of many games. */
  files: Saved[] = [];
  /** What was just added is announced on the next screen. */
  fresh = false;
  /** Whether the server shows long work. */
  work = false;
  failed = "";
  /** Why something with a kept play did not work. */
  keptFailed = "";
  /** How many plays were just added. */
  added = 0;
  /** The encoding that a file was read in, where that was a guess. */
  guessed = "";
  /** Which one is asked about before it is deleted. */
  sure: string | null = null;
  readonly due: Due;
  private connection: Connection | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    /** What there is to play, as the page knows it before its back end is there; null: it does not. */
    private readonly built: () => Promise<Catalogue | null> = () => Promise.resolve(null),
  ) {
    this.due = new Due(backend, redraw);
  }

  /** Sees that it is known what there is to play. */
  async know(): Promise<void> {
    if (this.games.length === 0) await this.learn();
    else this.redraw();
  }

  async open(): Promise<void> {
    await this.know();
    if (this.failed) return;
    this.work = Boolean(await this.backend.work?.().catch(() => null));
    await this.list();
    if (this.backend.isMixed) this.forget();
    if (this.pictures.size === 0) await this.askGames();
    void this.due.ask();
    await this.drawSaved();
  }

  /** Another language is spoken from now on, in pictures too. */
  forget(): void {
    this.games = [];
    this.pictures = new Map();
  }

  /** Learns what there is to play. */
  async learn(): Promise<void> {
    const built = await this.built();
    if (!built) return this.askGames();
    Object.assign(this, built);
    this.failed = "";
    this.redraw();
  }

  private async askGames(): Promise<void> {
    const answers = await Promise.all(["games pictures", "methods"].map((line) => this.line.say(line)));
    this.failed = "";
    for (const { closing, events } of answers) {
      if (closing.event === "error") this.failed = closing.text;
      for (const event of events)
        if (event.event === "games") this.take(event);
        else if (event.event === "methods") this.methods = event.list.methods;
    }
    this.redraw();
  }

  private take({ list, pictures }: GamesTold): void {
    this.games = list.games;
    this.pictures = new Map(pictures?.map(({ game, board_scene, scene }) => [game, new Scene(board_scene, scene)]));
  }

  /** Lets go of what the screen needed. */
  close(): void {
    this.connection?.leave();
    this.connection = null;
  }

  game(name: string): Game | undefined {
    const current = currentGame(name, this.games);
    return this.games.find((g) => g.name === current);
  }

  private get line(): Connection {
    this.connection ??= new Connection(this.backend, null);
    return this.connection;
  }

  // ---- pictures ------------------------------------------------------------------------------

  /** Draws the games that go on, as they stood when they were saved last. */
  private async drawSaved(): Promise<void> {
    const wanted = this.goingOn.filter((kept) => !this.thumbs.has(identity(kept)));
    if (wanted.length === 0) return;
    const connection = new Connection(this.backend, null);
    for (const kept of wanted) {
      const table = new Table(connection, () => {}, () => {});
      const answer = await connection.say(words("watch", kept.name));
      if (answer.ok && table.now.scene) this.thumbs.set(identity(kept), table.now.scene).set(kept.name, table.now.scene);
      this.redraw();
    }
    connection.leave();
  }

  /** The newest saved games that are not over, which are shown with a picture. */
  get goingOn(): Saved[] {
    return this.kept.filter((kept) => !kept.finished).slice(0, THUMBS);
  }

  // ---- what is kept --------------------------------------------------------------------------

  async list(): Promise<void> {
    const [answer, files] = [await this.line.say("plays"), await this.line.say("files")];
    this.listed = true;
    this.kept = answer.events.filter((e): e is Saved => e.event === "saved");
    this.files = files.events.filter((e): e is Saved => e.event === "saved" && GAMES.test(e.name));
    if (answer.closing.event === "error") this.keptFailed = answer.closing.text; // else what a file was refused for meanwhile stays
    this.redraw();
  }

  /** The text of a kept play. */
  async read(name: string): Promise<string | null> {
    const answer = await this.line.say(words("read", name));
    const kept = answer.events.find((e): e is Saved => e.event === "saved");
    this.keptFailed = answer.closing.event === "error" ? answer.closing.text : "";
    this.redraw();
    return kept?.text ?? null;
  }

  /** Asks whether to delete; null: no longer. */
  ask(name: string | null): void {
    this.sure = name;
    this.redraw();
  }

  async remove(name: string): Promise<void> {
    const answer = await this.line.say(words("delete", name));
    this.sure = null;
    this.keptFailed = "";
    await this.list();
    if (answer.closing.event === "error") this.keptFailed = answer.closing.text;
    this.redraw();
  }

  /** A file could not be read. */
  refuse(why: string): null {
    this.keptFailed = why;
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
    const answer = await this.line.say(`write ${word(name)} ${JSON.stringify(text)}`);
    if (answer.closing.event === "error") return this.refuse(answer.closing.text);
    const games = await contentsOf(this.line, name);
    const bad = typeof games === "string" ? games : games.length === 0 ? w.fileGames.none(base) : "";
    if (bad) await this.line.say(words("delete", name));
    if (typeof games === "string" || bad) return this.refuse(bad);
    const [one] = games;
    const whole = games.length === 1 && one?.game !== undefined && one.faults.every((fault) => fault.remark);
    this.fresh = true;
    return whole ? this.save(base, name, text) : { at: "file", name, game: games.length === 1 && one?.game !== undefined ? 1 : null };
  }

  /** A name under which no other file is. */
  private async freeName(base: string, text: string): Promise<string> {
    const names = new Set((await this.line.say("files")).events.map((event) => (event as Saved).name));
    const [front, end] = [base.replace(/\.[^.]*$/, ""), base.replace(/^.*(?=\.)/, "")];
    let name = `files/${base}`;
    for (let i = 2; names.has(name) && (await this.read(name)) !== text; i++) name = `files/${front}-${i}${end}`;
    return name;
  }

  /** The one game of a file becomes a saved game; a record of our own is viewed, since it may go on and have secrets. */
  private async save(base: string, file: string, text: string): Promise<Route | null> {
    if (!this.listed) await this.list();
    const known = new Set(this.kept.map(identity));
    const answer = await this.line.say(`write ${word(`plays/${base}`)} ${JSON.stringify(text)}`);
    await this.line.say(words("delete", file));
    await this.list();
    if (answer.closing.event === "error") return this.refuse(answer.closing.text);
    const entry = this.kept.find((kept) => !known.has(identity(kept)));
    this.added = entry ? 1 : 0;
    this.redraw();
    if (!entry) return null;
    return /^\ufeff?hra-record /.test(text) ? { at: "kept", name: entry.name, look: true } : { at: "file", name: entry.name, game: 1 };
  }
}

/** How files of games end; those of trees and mazes are in the same folder. */
const GAMES = /\.(hra|pdn|mat|sgf|txt)$/i;

/** An entry as it is now: one that is put in again is another one. */
function identity(kept: Saved): string {
  return `${kept.name} ${kept.changed}`;
}
