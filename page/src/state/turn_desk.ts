// Where games by turns begin, go on, and are listed. What plays them is loaded when the first one is opened.
import type { Route } from "../model/route";
import { readSpec } from "../model/line";
import { sideToMove } from "../model/turn_sides";
import { w } from "../strings/strings";
import type { Setup } from "./setup";
import type { TableScreen } from "./table_screen";
import { type StoredTurns, TurnStore } from "./turn_store";
import type { Turns, TurnsWorld } from "./turns";
import type { Shelf } from "./settings";

/** What it needs of the page. */
export interface DeskWorld {
  /** Left out where no games by turns are played. */
  shelf?: Shelf;
  load?: (world: Pick<TurnsWorld, "store" | "screen" | "show">) => Promise<Turns>;
  screen: () => TableScreen;
  show: (screen: TableScreen) => void;
  /** Puts the address of what is open in place of the present one. */
  arrive: (route: Route) => void;
  redraw: () => void;
}

export class TurnDesk {
  /** The game that is open. */
  turns: Turns | null = null;
  /** Which one is asked about before it is forgotten. */
  sure: string | null = null;
  private readonly store: TurnStore | null;
  /** How often a game was entered or left: what comes late, for a game that is no more wanted, is not shown. */
  private visits = 0;

  constructor(private readonly world: DeskWorld) {
    this.store = world.shelf ? new TurnStore(world.shelf) : null;
  }

  /** Whether games by turns are played on this page. */
  get isOn(): boolean {
    return this.store !== null;
  }

  get id(): string | undefined {
    return this.turns?.play?.id;
  }

  /** The games that this browser knows, the newest first. */
  get list(): { play: StoredTurns; name: string; isOwn: boolean }[] {
    return (this.store?.list() ?? []).map((play) => ({ play, name: readSpec(play.game).name, isOwn: sideToMove(play) === play.side }));
  }

  ask(id: string | null): void {
    this.sure = id;
    this.world.redraw();
  }

  forget(id: string): void {
    this.store?.remove(id);
    this.ask(null);
  }

  /** Begins a game as it was set up; why not, "": it is shown. */
  begin(setup: Setup, random: () => number): Promise<string> {
    const seat = setup.random ? Math.floor(random() * 2) : setup.friendSeat;
    return this.enter((turns) => turns.create(setup.spec, seat));
  }

  /** The same game again, with the other seat. */
  again(): Promise<string> {
    const { play } = this.turns ?? {};
    return play ? this.enter((turns) => turns.create(play.game, play.side === 0 ? 1 - play.seat : play.seat)) : Promise.resolve("");
  }

  open(link: string): Promise<string> {
    return this.enter((turns) => turns.open(link));
  }

  reopen(id: string): Promise<string> {
    return this.enter((turns) => turns.reopen(id));
  }

  leave(): void {
    this.visits++;
    this.turns?.leave();
    this.turns = null;
  }

  private async enter(act: (turns: Turns) => Promise<string>): Promise<string> {
    const { store, world } = this;
    if (!store || !world.load) return w.turns.notHere;
    const visit = ++this.visits;
    const turns = await world.load({ store, screen: world.screen, show: (screen) => this.visits === visit && this.show(turns, screen) });
    if (this.visits !== visit) return "";
    const why = await act(turns);
    if (this.visits === visit && !why) return "";
    turns.leave();
    return this.visits === visit ? why : "";
  }

  private show(turns: Turns, screen: TableScreen): void {
    if (this.turns !== turns) this.turns?.leave();
    this.turns = turns;
    this.world.show(screen);
    this.world.arrive({ at: "turns", id: this.id ?? "" });
  }
}
