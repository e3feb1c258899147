// The page as a whole: which screen there is, and what is on it. No DOM: the world outside is handed in.
import type { Backend, Loading, Update } from "../model/backend";
import type { TableScreen, TableWorld } from "./table_screen";
import type { Game } from "../model/events";
import type { ExerciseRun } from "./exercise_run";
import type { BuiltCatalogue } from "../model/built";
import { Home } from "./home";
import { PositionEditor } from "./position_editor";
import { Import } from "./import";
import { readSpec, words } from "../model/line";
import type { After } from "./animation";
import { suits } from "../model/turn_sides";
import { type Route, fragmentOf, routeOf } from "../model/route";
import type { Settings, Shelf } from "./settings";
import { type LaterScreens, Screens, type ScreensWorld } from "./screens";
import { Seating } from "./seating";
import { w } from "../strings/strings";
import { TurnDesk } from "./turn_desk";
import type { Turns, TurnsWorld } from "./turns";

export interface World extends Pick<ScreensWorld, "parts" | "texts"> {
  backend: Backend;
  /** `now`: nothing more is to come soon. */
  redraw: (now?: boolean) => void;
  after: After;
  settings: Settings;
  table: Omit<TableWorld, "after">;
  /** Speaks the language that is wanted now; its code. */
  speak: () => string;
  /** Writes the fragment of the address; `replace`: without a step in the history. */
  setFragment: (fragment: string, replace: boolean) => void;
  prefersStill: () => boolean;
  /** The text of a game that a link has; null: it is damaged. */
  unpack: (packed: string) => Promise<string | null>;
  /** Where games by turns are noted, and what plays them, loaded when the first one is opened. */
  turns?: { shelf: Shelf; load: (world: Pick<TurnsWorld, "store" | "screen" | "show">) => Promise<Turns> };
  /** Where it is noted which games go on. */
  shelf?: Shelf;
  /** What there is to play, as the page knows it before its back end is there; null: it does not. */
  catalogue?: () => Promise<BuiltCatalogue | null>;
}

/** Routes to screens whose parts are fetched when one is opened. */
const LATER: ReadonlySet<Route["at"]> = new Set(["work", "practise", "match", "learn", "file"]);

export class App {
  route: Route = { at: "home" };
  readonly home: Home;
  readonly imports: Import;
  readonly editor: PositionEditor;
  readonly settings: Settings;
  readonly turnDesk: TurnDesk;
  readonly seating: Seating;
  readonly screens: Screens;
  /** Why what an address names could not be opened. */
  failed = "";
  /** What somebody was told of, and has put aside. */
  private heeded = "";

  constructor(private readonly world: World) {
    this.home = new Home(world.backend, world.redraw, world.catalogue, world.shelf);
    this.editor = new PositionEditor(world.backend, world.redraw, world.after);
    this.imports = new Import(world.backend, this.home, world.redraw);
    this.settings = world.settings;
    this.seating = new Seating({
      backend: world.backend,
      table: { ...world.table, after: world.after },
      redraw: world.redraw,
      onshow: () => this.home.close(),
      pace: () => this.settings.pace(world.prefersStill()),
    });
    this.screens = new Screens({ ...world, home: this.home, arrive: (route) => this.arrive(route) });
    this.turnDesk = new TurnDesk({
      ...(world.backend.byTurns ? world.turns : undefined),
      screen: () => this.seating.create(null),
      show: (screen) => this.seating.show(screen),
      arrive: (route) => this.arrive(route),
      redraw: world.redraw,
    });
    world.backend.ontrouble = () => world.redraw();
  }

  get tableScreen(): TableScreen | null {
    return this.seating.screen;
  }

  get exercises(): ExerciseRun | null {
    return this.seating.exercises;
  }

  /** Files that a person waits for. */
  get loading(): Loading | null {
    return this.world.backend.loading ?? null;
  }

  /** A new version of the page that waits to be taken. */
  get update(): Update | null {
    return this.world.backend.update ?? null;
  }

  /** Why nothing is kept here, unless somebody has put that aside; "": it is. */
  get trouble(): string {
    const { trouble } = this.world.backend;
    return trouble === this.heeded ? "" : trouble;
  }

  heedTrouble(): void {
    this.heeded = this.world.backend.trouble;
    this.world.redraw();
  }

  redraw(): void {
    this.world.redraw();
  }

  get still(): boolean {
    return this.settings.pace(this.world.prefersStill()) === 0;
  }

  /** The address has become another one. */
  async go(fragment: string): Promise<void> {
    if (this.world.backend.invited) return this.openInvitation();
    const route = routeOf(fragment);
    if (route.at === "table" && this.tableScreen?.id === route.id) return;
    if (route.at === "turns" && this.tableScreen && this.turnDesk.id === route.id) return;
    this.route = route;
    this.home.saved.leave();
    this.failed = "";
    this.turnDesk.leave();
    this.seating.leave();
    this.screens.leave();
    if (route.at !== "learn") this.screens.learn?.leave();
    this.world.redraw();
    if (route.at === "home" || route.at === "open") return this.home.open();
    if (route.at !== "table") await this.home.catalogue.know();
    if (this.route !== route) return;
    if (LATER.has(route.at)) return this.openLater(route);
    if (route.at === "play") await this.play(route.game);
    else if (route.at === "setup") this.openSetup(route);
    else if (route.at === "friend") this.openFriend(route.game);
    else if (route.at === "table") this.seating.open(route.id);
    else if (route.at === "analyse") await this.openPosition(route.spec, route.position);
    else if (route.at === "turn") await this.openTurns(this.turnDesk.open(route.link));
    else if (route.at === "turns") await this.openTurns(this.turnDesk.reopen(route.id));
    else if (route.at === "game") await this.openPacked(route.packed, route.ply);
    else if (route.at === "kept") await this.openKept(route.name, route.look);
  }

  /** A screen whose parts are fetched first. */
  private async openLater(route: Route): Promise<void> {
    const parts = await this.screens.fetch().catch(() => null);
    if (this.route !== route) return;
    if (!parts) return this.backHome(w.share.partFailed);
    if (route.at === "file") return this.openFile(parts, route.name, route.game);
    return this.screens.open(parts, route);
  }

  private openSetup(route: Route & { at: "setup" }): void {
    const game = this.home.catalogue.game(readSpec(route.game).name);
    if (!game) return this.world.setFragment("#", true);
    this.screens.openSetup(game, route, this.settings.recall(game.name));
  }

  /** A game with a friend elsewhere: by turns where the page can, else by a link to the table. */
  private openFriend(game: string): void {
    this.openSetup({ at: "setup", game, watch: false });
    if (this.screens.setup && !this.hasFriends(this.screens.setup.game)) return;
    this.screens.setup?.setOpponent("person", this.turnDesk.isOn ? "turns" : this.invites ? "link" : null);
  }

  /** Begins a game as it was set up the last time; where that does not work, the form says why. */
  private async play(name: string): Promise<void> {
    this.openSetup({ at: "setup", game: name, watch: false });
    if (this.screens.setup) await this.start();
  }

  /** The page that shows a game in a frame of another page. */
  get frame(): string | undefined {
    return this.world.backend.frame;
  }

  /** Whether somebody can be invited. */
  get invites(): boolean {
    return this.world.backend.invites === true;
  }

  /** Whether a friend at another machine can play this game. */
  hasFriends(game: Game): boolean {
    return game.seats.max > 1 && (this.turnDesk.isOn ? suits(game) : this.invites);
  }

  /** Whether somebody was invited to one table, and sees that alone. */
  get isGuest(): boolean {
    return this.world.backend.invited !== undefined;
  }

  private async openInvitation(): Promise<void> {
    if (this.tableScreen) return;
    this.route = { at: "table", id: "" };
    this.world.redraw();
    try {
      const found = await this.world.backend.invited?.();
      if (!found || this.tableScreen) return;
      this.route = { at: "table", id: found.table };
      this.seating.open(found.table);
    } catch (why) {
      this.failed = why instanceof Error ? why.message : String(why);
      this.world.redraw();
    }
  }

  /** The address is that of what is shown now. */
  private arrive(route: Route): void {
    this.route = route;
    this.screens.setup = null;
    this.world.setFragment(fragmentOf(route), true);
  }

  /** A game by turns, or why it cannot be opened. */
  private async openTurns(opened: Promise<string>): Promise<void> {
    const why = await opened;
    if (why) await this.backHome(why);
  }

  showSettings(yes: boolean): void {
    this.settings.isOpen = yes;
    this.world.redraw();
  }

  /** What was chosen in the settings holds from now on. */
  async settle(): Promise<void> {
    this.seating.setPace();
    const { backend, speak } = this.world;
    speak();
    const { learn } = this.screens;
    if (this.route.at === "learn" && learn) void learn.open(learn.page, learn.part);
    if (!backend.speak || backend.language === speak()) return;
    while (backend.language !== speak()) await backend.speak(speak()); // which may be another one again meanwhile
    this.home.catalogue.forget();
    if (this.tableScreen) return this.world.redraw();
    await this.home.catalogue.learn();
    for (const form of [this.screens.setup, this.screens.match?.form]) form?.rename(this.home.catalogue.game(form.game.name) ?? form.game, this.home.catalogue.methods);
    await this.home.open();
  }

  /** In which language games and moves are told here, "" where it is not known, and whether it follows the settings: then
   * only an open table may have told in another one. */
  get told(): { language: string; follows: boolean } {
    const { backend } = this.world;
    const hello = this.tableScreen?.table.hello;
    const follows = backend.speak !== undefined;
    return { language: (follows ? hello?.game && hello.language : backend.language) ?? "", follows };
  }

  /** Opens a table by these lines, and its address. */
  private async sit(lines: string[], otherwise = ""): Promise<string> {
    const why = await this.seating.sit(lines, otherwise);
    const screen = this.seating.screen;
    if (why || !screen) return why;
    this.route = { at: "table", id: screen.id };
    this.world.setFragment(fragmentOf(this.route), true);
    this.world.redraw();
    return "";
  }

  async start(): Promise<void> {
    const setup = this.screens.setup;
    if (!setup || setup.busy) return;
    setup.busy = true;
    if (setup.byTurns) {
      setup.failed = await this.turnDesk.begin(setup, Math.random);
      setup.busy = false;
      return this.world.redraw();
    }
    setup.draw(Math.random);
    const lines = [setup.line, ...setup.names];
    const why = await this.sit(lines);
    setup.busy = false;
    setup.failed = why;
    if (!why) {
      this.settings.remember(setup.game.name, setup.kept);
      if (setup.byLink) void this.tableScreen?.friend.show(true);
      this.screens.setup = null;
    }
    this.world.redraw();
  }

  /** A position to be looked at: people in all seats, nothing kept, and all that is tried stays. */
  private async openPosition(spec: string, position: string): Promise<void> {
    const at = position ? [`position=${position}`] : [];
    const line = ["new", spec, "others=human", ...at, "save=no"];
    const why = await this.sit([words(...line, "study")], words(...line));
    if (why) await this.backHome(why);
  }

  /** The games of a file, or one of them. */
  private async openFile(parts: LaterScreens, name: string, game: number | null): Promise<void> {
    const why = game === null ? "" : await this.sit([words("study", name, `game=${game}`)], words("watch", name, `game=${game}`));
    if (this.tableScreen && game !== null) {
      this.tableScreen.study.file = { name, game };
      return this.world.redraw();
    }
    if (why) {
      this.failed = why;
      this.route = { at: "file", name, game: null };
      this.world.setFragment(fragmentOf(this.route), true);
    }
    await this.screens.openList(parts, name);
  }

  /** A game that is in the link is added as one that is pasted. */
  private async openPacked(packed: string, ply: number | null): Promise<void> {
    const { route } = this;
    const text = await this.world.unpack(packed);
    const to = text === null ? null : await this.imports.take("link", text);
    if (this.route !== route) return;
    if (!to) return this.backHome(text === null ? w.share.badLink : this.imports.failed || this.home.saved.failed);
    this.world.setFragment(fragmentOf(to), true);
    await this.go(fragmentOf(to));
    if (ply !== null) this.tableScreen?.table.past.look(ply);
  }

  private async openKept(name: string, look: boolean): Promise<void> {
    const why = await this.sit([words(look ? "watch" : "resume", name)]);
    if (why) await this.backHome(why);
    else await this.tableScreen?.replay(name);
    this.world.redraw();
  }

  private async backHome(why: string): Promise<void> {
    this.route = { at: "home" };
    this.world.setFragment("#", true);
    this.failed = why;
    await this.home.open();
  }

  /** Another play at this table, as the last one was; `swap`: with the sides of two exchanged. */
  async again(swap = false): Promise<void> {
    if (this.turnDesk.turns) return this.openTurns(this.turnDesk.again());
    return this.seating.again(swap);
  }
}
