// The page as a whole: which screen there is, and what is on it. No DOM: the world outside is handed in.
import type { Back } from "../model/backend";
import { Desk } from "./table_screen";
import type { Texts } from "../model/learn_texts";
import { Learn } from "./learn";
import type { Hello } from "../model/events";
import { Home } from "./home";
import { readSpec, words } from "../model/line";
import { Match } from "./match";
import type { After } from "./animation";
import { type Place, fragmentOf, placeOf } from "../model/route";
import type { Settings } from "./settings";
import { Setup } from "./setup";
import { Tournament } from "./tournament";

export interface World {
  back: Back;
  /** `now`: nothing more is to come soon. */
  redraw: (now?: boolean) => void;
  after: After;
  settings: Settings;
  /** Speaks the language that is wanted now; its code. */
  speak: () => string;
  /** Writes the fragment of the address; `replace`: without a step in the history. */
  setFragment: (fragment: string, replace: boolean) => void;
  prefersStill: () => boolean;
  /** What Learn shows, loaded when it is asked for. */
  texts: () => Promise<Texts>;
}

export class App {
  place: Place = { at: "home" };
  readonly home: Home;
  readonly settings: Settings;
  readonly learn: Learn;
  setup: Setup | null = null;
  desk: Desk | null = null;
  match: Match | null = null;
  tournament: Tournament | null = null;
  settingsOpen = false;
  /** Why what an address names could not be opened. */
  failed = "";
  /** What somebody was told of, and has put aside. */
  private heeded = "";

  constructor(private readonly world: World) {
    this.home = new Home(world.back, world.redraw);
    this.settings = world.settings;
    this.learn = new Learn(world.back, this.home, world.texts, world.redraw);
    world.back.ontrouble = () => world.redraw();
  }

  /** Why nothing is kept here, unless somebody has put that aside; "": it is. */
  get trouble(): string {
    const { trouble } = this.world.back;
    return trouble === this.heeded ? "" : trouble;
  }

  heedTrouble(): void {
    this.heeded = this.world.back.trouble;
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
    const place = placeOf(fragment);
    if (place.at === "table" && this.desk?.id === place.id) return;
    this.place = place;
    Object.assign(this.home, { keptFailed: "", added: 0 }); // it was told on the screen before
    this.failed = "";
    this.leaveDesk();
    this.setup = null;
    this.match?.leave();
    this.match = null;
    this.tournament?.leave();
    this.tournament = null;
    if (place.at !== "learn") this.learn.leave();
    this.world.redraw();
    if (place.at !== "table") await this.home.open();
    if (this.place !== place) return;
    if (place.at === "home") return;
    if (place.at === "tournament") return this.openTournament();
    if (place.at === "setup") this.openSetup(place);
    else if (place.at === "match") this.openMatch(place);
    else if (place.at === "learn") await this.learn.open(place.page, place.part);
    else if (place.at === "table") this.openDesk(place.id);
    else if (place.at === "analyse") await this.openPosition(place.spec, place.position);
    else await this.openKept(place.name, place.look);
  }

  private leaveDesk(): void {
    this.desk?.leave();
    this.desk = null;
  }

  private openSetup(place: Place & { at: "setup" }): void {
    const game = this.home.game(readSpec(place.game).name);
    if (!game) return this.world.setFragment("#", true);
    this.setup = new Setup(game, this.home.methods, this.world.redraw);
    this.setup.take(place.game, place.players ?? []);
    if (place.watch) this.setup.watch();
    this.world.redraw();
  }

  private openMatch(place: Place & { at: "match" }): void {
    const game = this.home.game(readSpec(place.game).name);
    if (!game) return this.world.setFragment("#", true);
    this.match = new Match(game, this.home.methods, this.world.back, this.world.redraw);
    this.match.take(place);
    this.world.redraw();
  }

  private openTournament(): Promise<void> {
    const { back, redraw, after } = this.world;
    this.tournament = new Tournament(back, redraw, after);
    return this.tournament.look();
  }

  private openDesk(id: string | null): Desk {
    this.home.close();
    const desk = new Desk(this.world.back, id, this.world.redraw, this.world.after);
    this.desk = desk;
    this.setPace();
    this.world.redraw();
    return desk;
  }

  showSettings(yes: boolean): void {
    this.settingsOpen = yes;
    this.world.redraw();
  }

  setPace(): void {
    if (this.desk) this.desk.table.pace.time = this.settings.pace(this.world.prefersStill());
    this.world.redraw();
  }

  /** What was chosen in the settings holds from now on. */
  async settle(): Promise<void> {
    this.setPace();
    const { back, speak } = this.world;
    speak();
    if (this.place.at === "learn") void this.learn.open(this.learn.page, this.learn.part);
    if (!back.speak || back.language === speak()) return;
    while (back.language !== speak()) await back.speak(speak()); // which may be another one again meanwhile
    this.home.forget();
    if (this.desk) return this.world.redraw();
    await this.home.learn();
    for (const form of [this.setup, this.match]) form?.rename(this.home.game(form.game.name) ?? form.game, this.home.methods);
    await this.home.open();
  }

  /** In which language games and moves are told here, "" where it is not known, and whether it follows the settings: then
   * only an open table may have told in another one. */
  get told(): { language: string; follows: boolean } {
    const { back } = this.world;
    const hello = this.desk?.table.hello;
    const follows = back.speak !== undefined;
    return { language: (follows ? hello?.game && hello.language : back.language) ?? "", follows };
  }

  /** Opens a table by these lines; where the first one fails its reason, and no table. */
  private async sit(lines: string[]): Promise<string> {
    const desk = this.openDesk(null);
    const [first, ...others] = lines;
    const answer = await desk.table.wire.say(first as string);
    if (answer.closing.event === "error") {
      this.leaveDesk();
      return answer.closing.text;
    }
    for (const line of others) await desk.table.wire.say(line);
    this.place = { at: "table", id: desk.id };
    this.world.setFragment(fragmentOf(this.place), true);
    this.world.redraw();
    return "";
  }

  async start(): Promise<void> {
    const setup = this.setup;
    if (!setup || setup.busy) return;
    setup.busy = true;
    const lines = [setup.line, ...setup.names];
    const why = await this.sit(lines);
    setup.busy = false;
    setup.failed = why;
    if (!why) this.setup = null;
    this.world.redraw();
  }

  /** A position to be looked at: people in all seats, nothing kept. */
  private async openPosition(spec: string, position: string): Promise<void> {
    const at = position ? [`position=${position}`] : [];
    const why = await this.sit([words("new", spec, "rest=people", ...at, "keep=no")]);
    if (why) await this.backHome(why);
  }

  private async openKept(name: string, look: boolean): Promise<void> {
    const why = await this.sit([words(look ? "watch" : "resume", name)]);
    if (why) await this.backHome(why);
    else await this.desk?.recall(name);
    this.world.redraw();
  }

  private async backHome(why: string): Promise<void> {
    this.place = { at: "home" };
    this.world.setFragment("#", true);
    this.failed = why;
    await this.home.open();
  }

  /** Another play at this table, as the last one was. */
  async again(): Promise<void> {
    const hello = this.desk?.table.hello;
    if (!this.desk || !hello?.spec) return;
    const names = (hello.seats ?? []).filter((s) => s.called).map((s) => words("name", String(s.seat), s.called as string));
    const dice = hello.dice === "manual" ? ["dice=manual"] : [];
    await this.desk.table.say(words("new", hello.spec, ...playersOf(hello), ...dice));
    for (const line of names) await this.desk.table.wire.say(line);
  }

  /** A play that begins at the moment looked at, with the same players. */
  async fromHere(): Promise<void> {
    const table = this.desk?.table;
    const hello = table?.hello;
    const position = table?.position;
    if (!table || !hello?.spec || position === undefined) return;
    await table.say(words("new", hello.spec, ...playersOf(hello), `position=${position}`));
  }

  /** The address of the moment looked at. */
  link(): string | null {
    const table = this.desk?.table;
    const position = table?.position;
    if (!table?.hello?.spec || position === undefined) return null;
    return fragmentOf({ at: "analyse", spec: table.hello.spec, position });
  }
}

/** Who sits there, as `new` names them. */
function playersOf(hello: Hello): string[] {
  return (hello.seats ?? []).map((s) => (s.person ? "human" : s.player));
}
