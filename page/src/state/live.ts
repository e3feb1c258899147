// What the game's best player thinks of the position on the board, as long as it stands there: the best lines, better and
// better ones. It looks at a table of its own.
import type { Backend } from "../model/backend";
import type { Advice, Analysis, Event, Game, Hello, Moves, Position, ReviewMove } from "../model/events";
import { openAt } from "../model/line";
import { lineSaid, moveSaid } from "../model/said";
import { chanceOf } from "../model/scale";
import { isStakes } from "../model/stakes";
import type { Spot } from "./analyses";
import { type Answer, Connection } from "./connection";

/** Seconds of one search after another, each a better answer than the one before. */
const TIMES = [0.5, 2, 8];
const WAIT = 200; // milliseconds after which a position is worth a search
const FEW = 4; // moves of a decision about the stakes

export interface Line {
  move: string;
  /** The moves of the line, in words. */
  said: string[];
  /** For the seat to move. */
  value: number;
  /** The chance to win, where it is known. */
  chance: number | null;
  /** Where the value stands for the end of the game: "mate in 5". */
  ends?: string;
}

/** Of a position in which chance is to move: each outcome, and the best answer to it. */
export interface Reply {
  outcome: string;
  probability: number;
  value: number;
  reply: string;
}

export interface Found {
  seat: number;
  game: Game;
  /** What values count that are not points of the game, such as pawns. */
  counts: string | null;
  /** The moves whose values are known, best first. */
  lines: Line[];
  /** There is but one move. */
  isForced: boolean;
  replies: Reply[];
  value: number;
  depth: number;
  exact: boolean;
  /** Whether chance has a part in the game. */
  byChance: boolean;
}

export class Live {
  on = false;
  /** How many lines are shown, 1 to 5. */
  count = 3;
  /** Values as chances to win, where they are known, else as points. */
  chances = false;
  running = false;
  failed = "";
  found: Found | null = null;
  /** The decision about the stakes, if it is one. */
  stakes: ReviewMove | null = null;
  private connection: Connection | null = null;
  private at = "";

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    private readonly after: (ms: number, then: () => void) => void,
  ) {}

  set(on: boolean, spot: Spot | null): void {
    this.on = on;
    this.forget();
    if (on) this.follow(spot);
    else this.close();
    this.redraw();
  }

  show(count: number, chances: boolean): void {
    Object.assign(this, { count, chances });
    this.redraw();
  }

  private forget(): void {
    Object.assign(this, { at: "", found: null, stakes: null, running: false, failed: "" });
  }

  close(): void {
    this.forget();
    this.connection?.leave();
    this.connection = null;
  }

  /** The board shows another position. */
  follow(spot: Spot | null): void {
    const at = spot ? `${spot.spec} ${spot.position}` : "";
    if (!this.on || at === this.at) return;
    this.forget();
    this.at = at;
    if (!spot) return;
    this.running = true;
    this.after(WAIT, () => at === this.at && void this.run(spot, at));
  }

  private async run(spot: Spot, at: string): Promise<void> {
    const connection = (this.connection ??= new Connection(this.backend, null));
    const say = async (line: string): Promise<Answer | null> => {
      const answer = await connection.say(line);
      return at === this.at ? answer : null;
    };
    const sat = await say(openAt(spot.spec, spot.position, "dice=manual"));
    const toMove = sat?.events.find((event): event is Position => event.event === "position")?.to_move;
    const game = sat?.events.find((event): event is Hello => event.event === "hello")?.game;
    if (!sat?.ok || !game) return this.end(at, sat);
    if (toMove === "over") return this.end(at, null);
    const seat = typeof toMove === "number" ? toMove : 0;
    const decides = typeof toMove === "number";
    let advice: Advice | null = null;
    for (const time of TIMES) {
      if (this.isSettled) break;
      const answer = await say(`analyse time=${time}s`);
      if (!answer?.ok) return this.end(at, this.found ? null : answer); // what is found stands, to its depth
      for (const event of answer.events) if (event.event === "analysis") this.take(event.analysis, seat, game, advice);
      this.redraw();
      if (time !== TIMES[0] || !decides) continue;
      await this.learnStakes(say);
      if (chanceOf(0, game) === null) advice = this.adviceOf(await say("advice"));
      if (at !== this.at) return;
    }
    this.end(at, null);
  }

  /** A longer search would say the same. */
  private get isSettled(): boolean {
    return this.found !== null && (this.found.exact || this.found.isForced);
  }

  private end(at: string, failed: Answer | null): void {
    if (at !== this.at) return;
    this.running = false;
    this.failed = failed?.closing.event === "error" ? failed.closing.text : "";
    this.redraw();
  }

  private adviceOf(answer: Answer | null): Advice | null {
    for (const event of answer?.events ?? []) if (event.event === "advice") return event.advice;
    return null;
  }

  private take(analysis: Analysis, seat: number, game: Game, advice: Advice | null): void {
    const of = (value: number[]) => value[seat] ?? value[0] ?? 0;
    const all = analysis.moves ?? (analysis.move ? [{ move: analysis.move, value: analysis.value, kind: analysis.kind }] : []);
    const isBound = (move: { move: string; bound?: string }) => move.bound === "at most" && move.move !== analysis.move;
    const known = all.filter((move) => !isBound(move)).sort((a, b) => Number(b.move === analysis.move) - Number(a.move === analysis.move) || of(b.value) - of(a.value));
    const lines = known.map((move): Line => ({ move: move.move, said: [moveSaid(move), ...lineSaid(move).slice(1)], value: of(move.value), ...(move.value_said && { ends: move.value_said }), chance: chanceIn(advice, move.move) ?? (analysis.counts ? null : chanceOf(of(move.value), game)) }));
    const replies = (analysis.outcomes ?? []).map((o): Reply => ({ outcome: o.outcome_said ?? o.outcome, probability: o.probability, value: of(o.value), reply: o.reply_said ?? o.reply ?? "" }));
    this.found = { seat, game, counts: analysis.counts ?? null, lines, isForced: all.length === 1, replies, value: of(analysis.value), depth: analysis.depth, exact: analysis.kind === "exact", byChance: (game.max_chances ?? 0) > 0 };
  }

  /** A review of any move there has the decision about the stakes: the value of each action, and its thresholds. */
  private async learnStakes(say: (line: string) => Promise<Answer | null>): Promise<void> {
    const listed = (await say("moves"))?.events.find((event): event is Moves => event.event === "moves");
    const [first] = listed?.moves ?? [];
    if (!first || (listed?.moves.length ?? 0) > FEW) return;
    if (!(await say(`move ${first.move}`))?.ok) return;
    const reviewed = await say("review");
    this.stakes = reviewed ? stakesIn(reviewed.events) : null;
    await say("undo");
  }
}

function stakesIn(events: Event[]): ReviewMove | null {
  for (const event of events) if (event.event === "review" && event.move?.ply === 0 && isStakes(event.move)) return { ...event.move, chosen: "" };
  return null;
}

/** The chance to win after a move, as an adviser tells it. */
function chanceIn(advice: Advice | null, move: string): number | null {
  const row = advice?.moves.find((one) => one.move === move);
  if (!advice || !row) return null;
  if (advice.value.unit === "probability") return row.value;
  return row.columns?.[advice.columns.findIndex((column) => column.key === "win")] ?? null;
}
