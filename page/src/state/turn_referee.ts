// Plays the turns of a game by turns at a table of its own: whether moves are legal, what dice come, and where a turn ends.
import type { Backend } from "../model/backend";
import { type Hash, type Outcome, thrown } from "../model/chain";
import type { Game, Moves } from "../model/events";
import { words } from "../model/line";
import { suits } from "../model/turn_sides";
import { ACCEPT, DRAW, NAME, RESIGN, offerAfter } from "../model/turns";
import { w } from "../strings/strings";
import { Connection } from "./connection";
import { Table } from "./table";

/** The values of both sides that the dice of a turn come from. */
export type Pair = [Uint8Array, Uint8Array];

const MOST = 100; // throws one after the other

export class TurnReferee {
  /** What was played so far, as lines for another table. */
  readonly lines: string[] = [];
  private readonly table: Table;
  private readonly trial: Table;
  private pair: Pair | null = null;
  private block = 0;
  /** Whether the side has decided anything in this turn. */
  private decided = false;
  /** The seat whose offer of a draw stands. */
  private offer: number | null = null;

  constructor(
    backend: Backend,
    private readonly hash: Hash,
  ) {
    [this.table, this.trial] = [silent(backend), silent(backend)];
  }

  /** Opens a game; why not, "": it is open. */
  async open(spec: string): Promise<string> {
    const { closing } = await this.table.connection.say(opened(spec));
    if (closing.event === "error") return closing.text;
    const { game } = this;
    return game && suits(game) && this.table.seats.length === 2 ? "" : w.turns.unsuited;
  }

  get game(): Game | undefined {
    return this.table.hello?.game;
  }

  get hasDice(): boolean {
    return (this.game?.max_chances ?? 0) > 0;
  }

  /** Whether people can agree on a draw. */
  get hasDraws(): boolean {
    return this.table.hello?.endings?.includes("draw") === true;
  }

  get isOver(): boolean {
    return this.table.now.toMove === "over";
  }

  /** Whether this seat has nothing more to do in its turn. */
  isDone(seat: number): boolean {
    return this.table.now.toMove !== seat;
  }

  /** A turn begins. `pair`: null where no dice can be thrown yet. */
  async begin(seat: number, pair: Pair | null): Promise<string> {
    [this.pair, this.block, this.decided] = [pair, 0, false];
    return this.settle(seat);
  }

  /** A decision of the seat, and the dice after it; why it does not count, "": it does. */
  async decide(seat: number, decision: string): Promise<string> {
    if (decision.startsWith(NAME)) return this.say(`name ${seat} ${decision.slice(NAME.length)}`);
    if (this.table.now.toMove !== seat) return w.turns.notTheirs(decision);
    if (decision === DRAW && !this.hasDraws) return w.turns.noDraws;
    if (decision === ACCEPT) return this.accept(seat);
    this.offer = offerAfter(this.offer, seat, decision);
    if (decision === DRAW) return "";
    const why = await this.say(decision === RESIGN ? `resign ${seat}` : `move ${decision}`);
    this.decided = true;
    return why || this.settle(seat);
  }

  private async accept(seat: number): Promise<string> {
    const { offer } = this;
    if (offer === null || offer === seat) return w.turns.noOffer;
    return (await this.say(`draw offer ${offer}`)) || this.say(`draw accept ${seat}`);
  }

  leave(): void {
    this.table.connection.leave();
    this.trial.connection.leave();
  }

  private async say(line: string): Promise<string> {
    const { closing } = await this.table.connection.say(line);
    if (closing.event === "error") return closing.text;
    this.lines.push(line);
    return "";
  }

  /** Throws what is due. After a decision only a throw of the same seat: the other side adds a fresh value to its own. */
  private async settle(seat: number): Promise<string> {
    for (let i = 0; this.table.now.toMove === "chance" && this.pair && i < MOST; i++) {
      if (this.decided && !(await this.isOwn(seat))) return "";
      const outcomes = await outcomesOf(this.table);
      const found = await thrown(this.hash, ...this.pair, this.block, outcomes);
      if (!found) return w.turns.unsuited;
      this.block = found.next;
      const why = await this.say(`roll ${found.move}`);
      if (why) return why;
    }
    return "";
  }

  /** Whether the seat moves after the throw: as after the first outcome, whatever comes. */
  private async isOwn(seat: number): Promise<boolean> {
    const { hello, past } = this.table;
    const position = past.frames[past.frames.length - 1]?.position ?? "";
    await this.trial.connection.say(opened(hello?.spec ?? "", `position=${position}`));
    for (let i = 0; this.trial.now.toMove === "chance" && i < MOST; i++) {
      const [first] = (await outcomesOf(this.trial)).map(({ move }) => move).sort();
      if (first === undefined || !(await this.trial.connection.say(`roll ${first}`)).ok) return false;
    }
    return this.trial.now.toMove === seat;
  }
}

/** A table that nobody sees. */
function silent(backend: Backend): Table {
  const table = new Table(new Connection(backend, null), () => {}, () => {});
  table.asking.lists = false;
  return table;
}

/** The line that opens a game whose dice the page enters. */
export function opened(spec: string, ...more: string[]): string {
  return words("new", spec, "human", "human", "dice=given", "save=no", ...more);
}

async function outcomesOf(table: Table): Promise<Outcome[]> {
  const { events } = await table.connection.say("moves");
  return events.find((event): event is Moves => event.event === "moves")?.outcomes ?? [];
}

