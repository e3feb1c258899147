// Screens besides tables and texts; one of them is open at a time.
import type { Backend } from "../model/backend";
import type { Game } from "../model/events";
import type { Route } from "../model/route";
import type { After } from "./animation";
import { GameList } from "./game_list";
import type { Home } from "./home";
import { Match } from "./match";
import { Practise } from "./practise";
import { Setup } from "./setup";
import { WatchedWork } from "./work";

/** What they need of the page. */
export interface ScreensWorld {
  backend: Backend;
  home: Home;
  redraw: (now?: boolean) => void;
  after: After;
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

  openMatch(game: Game, route: Route & { at: "match" }): void {
    const { backend, home, redraw, arrive } = this.world;
    const match = new Match(game, home.catalogue.methods, backend, redraw);
    this.match = match;
    match.form.take(route);
    match.onstart = () => arrive(match.form.route);
    redraw();
    if (route.players) void match.recall();
  }

  openWork(): Promise<void> {
    const { backend, redraw, after } = this.world;
    this.work = new WatchedWork(backend, redraw, after);
    return this.work.look();
  }

  openPractise(): Promise<void> {
    this.practise = new Practise(this.world.backend, this.world.redraw);
    this.world.redraw();
    return this.practise.open();
  }

  /** The games of a file. */
  openList(name: string): Promise<void> {
    this.list = new GameList(this.world.backend, name, this.world.redraw);
    this.world.redraw();
    return this.list.load();
  }
}
