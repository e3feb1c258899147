// The first screen: the games with a picture each, and what is kept.
import type { Backend } from "../model/backend";
import type { Game, Saved, Named } from "../model/events";
import { word, words } from "../model/line";
import { currentGame } from "../model/renamed";
import { Scene } from "../model/scene";
import { Table } from "./table";
import { Connection } from "./connection";

const PLIES = 24; // of random play that a picture shows

export class Home {
  games: Game[] = [];
  methods: Named[] = [];
  pictures = new Map<string, Scene>();
  kept: Saved[] = [];
  /** Whether the server shows long work. */
  work = false;
  failed = "";
  /** Why something with a kept play did not work. */
  keptFailed = "";
  /** How many plays were just added. */
  added = 0;
  /** Which one is asked about before it is deleted. */
  sure: string | null = null;
  private connection: Connection | null = null;
  private busy = false;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  async open(): Promise<void> {
    if (this.games.length === 0) await this.learn();
    else this.redraw();
    if (this.failed) return;
    this.work = Boolean(await this.backend.work?.().catch(() => null));
    await this.list();
    if (this.pictures.size < this.games.length && !this.busy) {
      this.busy = true;
      await this.draw();
      this.busy = false;
    }
  }

  /** Another language is spoken from now on, in pictures too. */
  forget(): void {
    this.games = [];
    this.pictures = new Map();
  }

  /** Learns what there is to play. */
  async learn(): Promise<void> {
    const answers = await Promise.all(["games", "methods"].map((line) => this.line.say(line)));
    this.failed = "";
    for (const { closing, events } of answers) {
      if (closing.event === "error") this.failed = closing.text;
      for (const event of events)
        if (event.event === "games") this.games = event.list.games;
        else if (event.event === "methods") this.methods = event.list.methods;
    }
    this.redraw();
  }

  /** Lets go of what the screen needed. */
  close(): void {
    if (this.busy) return;
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

  private async draw(): Promise<void> {
    const connection = new Connection(this.backend, null);
    const tried = new Set<Game>();
    const next = () => this.games.find((game) => !this.pictures.has(game.name) && !tried.has(game));
    for (let game = next(); game; game = next()) {
      const { pictures } = this; // of this language, whichever comes meanwhile
      tried.add(game);
      const scene = await picture(connection, game);
      if (scene) pictures.set(game.name, scene);
      this.redraw();
    }
    connection.leave();
  }

  // ---- what is kept --------------------------------------------------------------------------

  async list(): Promise<void> {
    const answer = await this.line.say("plays");
    this.kept = answer.events.filter((e): e is Saved => e.event === "saved");
    this.keptFailed = answer.closing.event === "error" ? answer.closing.text : "";
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
    await this.list();
    if (answer.closing.event === "error") this.keptFailed = answer.closing.text;
    this.redraw();
  }

  async put(file: string, text: string): Promise<void> {
    const name = `plays/${file.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "record"}`;
    const known = new Set(this.kept.map(identity));
    this.added = 0;
    const answer = await this.line.say(`write ${word(name)} ${JSON.stringify(text)}`);
    await this.list();
    if (answer.closing.event === "error") this.keptFailed = answer.closing.text;
    else this.added = this.kept.filter((kept) => !known.has(identity(kept))).length;
    this.redraw();
  }
}

/** An entry as it is now: one that is put in again is another one. */
function identity(kept: Saved): string {
  return `${kept.name} ${kept.changed}`;
}

/** A game after some moves at random. */
function picture(connection: Connection, game: Game): Promise<Scene | null> {
  const players = Array<string>(game.seats.default).fill("random");
  return new Promise((done) => {
    const table = new Table(connection, () => {}, () => {});
    table.onevent = (event) => {
      if (event.event === "result" || (event.event === "position" && event.ply >= PLIES)) {
        const frames = table.frames.filter((f) => typeof f.toMove === "number");
        done(frames[Math.min(frames.length - 1, Math.ceil(frames.length * 0.7))]?.scene ?? table.scene);
      }
      if (event.event === "error" && event.reply_to === undefined) done(table.scene);
    };
    void connection.say(`new ${game.name} ${players.join(" ")} seed=4 save=no pause`).then((answer) => {
      if (!answer.ok) done(null);
      else void connection.say(`continue ${PLIES}`);
    });
  });
}
