// Screens besides tables and texts; one of them is open at a time.
import type { Backend } from "../model/backend";
import type { Game } from "../model/events";
import { readSpec } from "../model/line";
import type { Route } from "../model/route";
import type { After } from "./animation";
import type { GameList } from "./game_list";
import type { Home } from "./home";
import type { Learn } from "./learn";
import type { Match } from "./match";
import type { Practise } from "./practise";
import { Setup } from "./setup";
import type { WatchedWork } from "./work";
import type { Texts } from "../model/learn_texts";

/** What is fetched when the first of these screens is opened. */
export type LaterScreens = typeof import("./later_screens");

/** What they need of the page. */
export interface ScreensWorld {
  backend: Backend;
  home: Home;
  redraw: (now?: boolean) => void;
  after: After;
  /** Fetches what other screens than the form need. */
  parts: () => Promise<LaterScreens>;
  /** What Learn shows, loaded when it is asked for. */
  texts: () => Promise<Texts>;
  /** Puts an address in place of the present one, so that a reload finds what is open. */
  arrive: (route: Route) => void;
}

export class Screens {
  /** The form of a new game; it stays until the table is there. */
  setup: Setup | null = null;
  match: Match | null = null;
  work: WatchedWork | null = null;
  list: GameList | null = null;
  practise: Practise | null = null;
  /** It stays, with the texts that were loaded. */
  learn: Learn | null = null;

  constructor(private readonly world: ScreensWorld) {}

  leave(): void {
    for (const screen of [this.match, this.work, this.list, this.practise]) screen?.leave();
    this.setup = this.match = this.work = this.list = this.practise = null;
  }

  /** `kept`: how the game was set up the last time, which holds where the route says nothing else. */
  openSetup(game: Game, route: Route & { at: "setup" }, kept: Parameters<Setup["recall"]>[0]): void {
    const { home, redraw } = this.world;
    this.setup = new Setup(game, home.catalogue.methods, redraw);
    if (route.game === game.name && !route.players && !route.watch) this.setup.recall(kept);
    else this.setup.take(route.game, route.players ?? []);
    if (route.watch) this.setup.watch();
    redraw();
  }

  fetch(): Promise<LaterScreens> {
    return this.world.parts();
  }

  /** A screen besides the form and the games of a file. */
  async open(parts: LaterScreens, route: Route): Promise<void> {
    if (route.at === "work") return this.openWork(parts);
    if (route.at === "practise") return this.openPractise(parts);
    if (route.at === "learn") return this.openLearn(parts, route.page, route.part);
    if (route.at === "match") this.openMatch(parts, route);
  }

  private openMatch({ Match }: LaterScreens, route: Route & { at: "match" }): void {
    const { backend, home, redraw, arrive } = this.world;
    const game = home.catalogue.game(readSpec(route.game).name);
    if (!game) return arrive({ at: "home" });
    const match = new Match(game, home.catalogue.methods, backend, redraw);
    this.match = match;
    match.form.take(route);
    match.onstart = () => arrive(match.form.route);
    redraw();
    if (route.players) void match.recall();
  }

  private openWork({ WatchedWork }: LaterScreens): Promise<void> {
    const { backend, redraw, after } = this.world;
    this.work = new WatchedWork(backend, redraw, after);
    return this.work.look();
  }

  private openPractise({ Practise }: LaterScreens): Promise<void> {
    this.practise = new Practise(this.world.backend, this.world.redraw);
    this.world.redraw();
    return this.practise.open();
  }

  /** The games of a file. */
  openList({ GameList }: LaterScreens, name: string): Promise<void> {
    this.list = new GameList(this.world.backend, name, this.world.redraw);
    this.world.redraw();
    return this.list.load();
  }

  private openLearn({ Learn }: LaterScreens, page: string, part: string): Promise<void> {
    const { backend, home, texts, redraw } = this.world;
    this.learn ??= new Learn(backend, home, texts, redraw);
    return this.learn.open(page, part);
  }
}
