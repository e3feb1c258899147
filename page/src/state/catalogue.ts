// What there is to play: the games with a picture each, and the methods.
import { type BuiltCatalogue, picturesOf } from "../model/built";
import type { Game, GamesTold, Named } from "../model/events";
import { currentGame } from "../model/renamed";
import type { Connection } from "./connection";

export class Catalogue {
  games: Game[] = [];
  methods: Named[] = [];
  pictures: BuiltCatalogue["pictures"] = new Map();
  failed = "";

  constructor(
    private readonly line: () => Connection,
    private readonly redraw: () => void,
    private readonly built: () => Promise<BuiltCatalogue | null>,
  ) {}

  /** Sees that it is known what there is to play. */
  async know(): Promise<void> {
    if (this.games.length === 0) await this.learn();
    else this.redraw();
  }

  /** Another language is spoken from now on, in pictures too. */
  forget(): void {
    this.games = [];
    this.pictures = new Map();
  }

  /** Learns what there is to play. */
  async learn(): Promise<void> {
    const built = await this.built();
    if (!built) return this.ask();
    Object.assign(this, built);
    this.failed = "";
    this.redraw();
  }

  /** Asks the back end. */
  async ask(): Promise<void> {
    const answers = await Promise.all(["games pictures", "methods"].map((line) => this.line().say(line)));
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
    this.pictures = picturesOf(pictures);
  }

  game(name: string): Game | undefined {
    const current = currentGame(name, this.games);
    return this.games.find((g) => g.name === current);
  }
}
