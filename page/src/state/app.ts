// The page as a whole: which screen there is, and what is on it. No DOM: the world outside is handed in.
import type { Backend, Loading, Update } from "../model/backend";
import { TableScreen, type TableWorld } from "./table_screen";
import type { Texts } from "../model/learn_texts";
import { Learn } from "./learn";
import type { Game, Hello } from "../model/events";
import { GameList } from "./game_list";
import { ExerciseRun } from "./exercise_run";
import { Practise } from "./practise";
import { type Catalogue, Home } from "./home";
import { PositionEditor } from "./position_editor";
import { Import } from "./import";
import { clockWords } from "../model/clock";
import { readSpec, words } from "../model/line";
import { Match } from "./match";
import type { After } from "./animation";
import { suits } from "../model/turn_sides";
import { type Route, fragmentOf, routeOf } from "../model/route";
import type { Settings, Shelf } from "./settings";
import { Setup } from "./setup";
import { w } from "../strings/strings";
import { TurnDesk } from "./turn_desk";
import type { Turns, TurnsWorld } from "./turns";
import { WatchedWork } from "./work";

export interface World {
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
  /** What Learn shows, loaded when it is asked for. */
  texts: () => Promise<Texts>;
  /** The text of a game that a link has; null: it is damaged. */
  unpack: (packed: string) => Promise<string | null>;
  /** Where games by turns are noted, and what plays them, loaded when the first one is opened. */
  turns?: { shelf: Shelf; load: (world: Pick<TurnsWorld, "store" | "screen" | "show">) => Promise<Turns> };
  /** What there is to play, as the page knows it before its back end is there; null: it does not. */
  catalogue?: () => Promise<Catalogue | null>;
}

export class App {
  route: Route = { at: "home" };
  readonly home: Home;
  readonly imports: Import;
  readonly editor: PositionEditor;
  readonly settings: Settings;
  readonly learn: Learn;
  readonly turnDesk: TurnDesk;
  setup: Setup | null = null;
  tableScreen: TableScreen | null = null;
  match: Match | null = null;
  work: WatchedWork | null = null;
  gameList: GameList | null = null;
  /** Exercises of the review at the table, which take its place on the screen. */
  exercises: ExerciseRun | null = null;
  practise: Practise | null = null;
  settingsOpen = false;
  /** Why what an address names could not be opened. */
  failed = "";
  /** What somebody was told of, and has put aside. */
  private heeded = "";

  constructor(private readonly world: World) {
    this.home = new Home(world.backend, world.redraw, world.catalogue);
    this.editor = new PositionEditor(world.backend, world.redraw, world.after);
    this.imports = new Import(world.backend, this.home, world.redraw);
    this.settings = world.settings;
    this.learn = new Learn(world.backend, this.home, world.texts, world.redraw);
    this.turnDesk = new TurnDesk({
      ...(world.backend.byTurns ? world.turns : undefined),
      screen: () => this.newScreen(null),
      show: (screen) => this.show(screen),
      arrive: (route) => this.arrive(route),
      redraw: world.redraw,
    });
    world.backend.ontrouble = () => world.redraw();
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
    if (!this.home.fresh) Object.assign(this.home, { keptFailed: "", added: 0, guessed: "" }); // it was told on the screen before
    this.home.fresh = false;
    this.failed = "";
    this.leaveTable();
    this.setup = null;
    this.match?.leave();
    this.match = null;
    this.work?.leave();
    this.work = null;
    this.gameList?.leave();
    this.gameList = null;
    this.practise?.leave();
    this.practise = null;
    if (route.at !== "learn") this.learn.leave();
    this.world.redraw();
    if (route.at === "home" || route.at === "open") return this.home.open();
    if (route.at !== "table") await this.home.know();
    if (this.route !== route) return;
    if (route.at === "work") return this.openWork();
    if (route.at === "practise") return this.openPractise();
    if (route.at === "play") await this.play(route.game);
    else if (route.at === "setup") this.openSetup(route);
    else if (route.at === "friend") this.openFriend(route.game);
    else if (route.at === "match") this.openMatch(route);
    else if (route.at === "learn") await this.learn.open(route.page, route.part);
    else if (route.at === "table") this.openTable(route.id);
    else if (route.at === "analyse") await this.openPosition(route.spec, route.position);
    else if (route.at === "turn") await this.openTurns(this.turnDesk.open(route.link));
    else if (route.at === "turns") await this.openTurns(this.turnDesk.reopen(route.id));
    else if (route.at === "file") await this.openFile(route.name, route.game);
    else if (route.at === "game") await this.openPacked(route.packed, route.ply);
    else await this.openKept(route.name, route.look);
  }

  private leaveTable(): void {
    this.exercises = null;
    this.turnDesk.leave();
    this.tableScreen?.leave();
    this.tableScreen = null;
  }

  private openSetup(route: Route & { at: "setup" }): void {
    const game = this.home.game(readSpec(route.game).name);
    if (!game) return this.world.setFragment("#", true);
    this.setup = new Setup(game, this.home.methods, this.world.redraw);
    if (route.game === game.name && !route.players && !route.watch) this.setup.recall(this.settings.recall(game.name));
    else this.setup.take(route.game, route.players ?? []);
    if (route.watch) this.setup.watch();
    this.world.redraw();
  }

  /** A game with a friend elsewhere: by turns where the page can, else by a link to the table. */
  private openFriend(game: string): void {
    this.openSetup({ at: "setup", game, watch: false });
    if (this.setup && !this.hasFriends(this.setup.game)) return;
    this.setup?.setOpponent("person", this.turnDesk.isOn ? "turns" : this.invites ? "link" : null);
  }

  /** Begins a game as it was set up the last time; where that does not work, the form says why. */
  private async play(name: string): Promise<void> {
    this.openSetup({ at: "setup", game: name, watch: false });
    if (this.setup) await this.start();
  }

  private openMatch(route: Route & { at: "match" }): void {
    const game = this.home.game(readSpec(route.game).name);
    if (!game) return this.world.setFragment("#", true);
    this.match = new Match(game, this.home.methods, this.world.backend, this.world.redraw);
    const { match } = this;
    match.take(route);
    match.onstart = () => {
      this.route = match.route; // a reload finds it again
      this.world.setFragment(fragmentOf(this.route), true);
    };
    this.world.redraw();
    if (route.players) void match.recall();
  }

  private openWork(): Promise<void> {
    const { backend, redraw, after } = this.world;
    this.work = new WatchedWork(backend, redraw, after);
    return this.work.look();
  }

  private openPractise(): Promise<void> {
    this.practise = new Practise(this.world.backend, this.world.redraw);
    this.world.redraw();
    return this.practise.open();
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
      this.openTable(found.table);
    } catch (why) {
      this.failed = why instanceof Error ? why.message : String(why);
      this.world.redraw();
    }
  }

  private openTable(id: string | null): TableScreen {
    return this.show(this.newScreen(id));
  }

  private newScreen(id: string | null): TableScreen {
    return new TableScreen(this.world.backend, id, this.world.redraw, { ...this.world.table, after: this.world.after });
  }

  private show(tableScreen: TableScreen): TableScreen {
    this.home.close();
    if (this.tableScreen !== tableScreen) this.tableScreen?.leave();
    this.tableScreen = tableScreen;
    this.setPace();
    this.world.redraw();
    return tableScreen;
  }

  /** The address is that of what is shown now. */
  private arrive(route: Route): void {
    this.route = route;
    this.setup = null;
    this.world.setFragment(fragmentOf(route), true);
  }

  /** A game by turns, or why it cannot be opened. */
  private async openTurns(opened: Promise<string>): Promise<void> {
    const why = await opened;
    if (why) await this.backHome(why);
  }

  showSettings(yes: boolean): void {
    this.settingsOpen = yes;
    this.world.redraw();
  }

  setPace(): void {
    if (this.tableScreen) this.tableScreen.table.animation.time = this.settings.pace(this.world.prefersStill());
    this.world.redraw();
  }

  /** What was chosen in the settings holds from now on. */
  async settle(): Promise<void> {
    this.setPace();
    const { backend, speak } = this.world;
    speak();
    if (this.route.at === "learn") void this.learn.open(this.learn.page, this.learn.part);
    if (!backend.speak || backend.language === speak()) return;
    while (backend.language !== speak()) await backend.speak(speak()); // which may be another one again meanwhile
    this.home.forget();
    if (this.tableScreen) return this.world.redraw();
    await this.home.learn();
    for (const form of [this.setup, this.match]) form?.rename(this.home.game(form.game.name) ?? form.game, this.home.methods);
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

  /** Opens a table by these lines; where the first one fails its reason, and no table. `otherwise`: what is said in place of the
   * first one where that does not fit the game. */
  private async sit(lines: string[], otherwise = ""): Promise<string> {
    const tableScreen = this.openTable(null);
    const [first, ...others] = lines;
    let answer = await tableScreen.table.connection.say(first as string);
    if (otherwise && answer.closing.event === "error" && answer.closing.code === "fit") answer = await tableScreen.table.connection.say(otherwise);
    if (answer.closing.event === "error") {
      this.leaveTable();
      return answer.closing.text;
    }
    for (const line of others) await tableScreen.table.connection.say(line);
    this.route = { at: "table", id: tableScreen.id };
    this.world.setFragment(fragmentOf(this.route), true);
    this.world.redraw();
    return "";
  }

  async start(): Promise<void> {
    const setup = this.setup;
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
      this.setup = null;
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
  private async openFile(name: string, game: number | null): Promise<void> {
    const why = game === null ? "" : await this.sit([words("study", name, `game=${game}`)], words("watch", name, `game=${game}`));
    if (this.tableScreen && game !== null) {
      this.tableScreen.file = { name, game };
      return this.world.redraw();
    }
    if (why) {
      this.failed = why;
      this.route = { at: "file", name, game: null };
      this.world.setFragment(fragmentOf(this.route), true);
    }
    const list = new GameList(this.world.backend, name, this.world.redraw);
    this.gameList = list;
    this.world.redraw();
    await list.load();
  }

  /** A game that is in the link is added as one that is pasted. */
  private async openPacked(packed: string, ply: number | null): Promise<void> {
    const text = await this.world.unpack(packed);
    const to = text === null ? null : await this.imports.take("link", text);
    if (!to) return this.backHome(text === null ? w.share.badLink : this.imports.failed || this.home.keptFailed);
    this.world.setFragment(fragmentOf(to), true);
    await this.go(fragmentOf(to));
    if (ply !== null) this.tableScreen?.table.look(ply);
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
    const hello = this.tableScreen?.table.hello;
    if (!this.tableScreen || !hello?.spec) return;
    const place = (seat: number) => (swap ? 1 - seat : seat);
    const names = (hello.seats ?? []).filter((s) => s.display_name).map((s) => words("name", String(place(s.seat)), s.display_name as string));
    const dice = hello.dice === "manual" ? ["dice=manual"] : [];
    const players = swap ? playersOf(hello).reverse() : playersOf(hello);
    await this.tableScreen.table.say(words("new", hello.spec, ...players, ...dice, ...clockWords(hello)));
    for (const line of names) await this.tableScreen.table.connection.say(line);
  }

  /** A play that begins at the moment looked at, with the same players. */
  async fromHere(): Promise<void> {
    const table = this.tableScreen?.table;
    const hello = table?.hello;
    const position = table?.position;
    if (!table || !hello?.spec || position === undefined) return;
    await table.say(words("new", hello.spec, ...playersOf(hello), `position=${position}`));
  }

  /** Asks for better moves at the mistakes of the review. */
  async learnFromMistakes(): Promise<void> {
    const { tableScreen } = this;
    if (!tableScreen) return;
    this.exercises = new ExerciseRun(tableScreen.table.connection, this.world.redraw);
    await this.exercises.open("review");
  }

  endExercises(): void {
    this.exercises?.close();
    this.exercises = null;
    this.world.redraw();
  }

  /** The address of the moment looked at. */
  link(): string | null {
    const table = this.tableScreen?.table;
    const position = table?.position;
    if (!table?.hello?.spec || position === undefined) return null;
    return fragmentOf({ at: "analyse", spec: table.hello.spec, position });
  }
}

/** Who sits there, as `new` names them. */
function playersOf(hello: Hello): string[] {
  return (hello.seats ?? []).map((s) => (s.person ? "human" : s.player));
}
