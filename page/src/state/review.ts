// A play that is gone through ply by ply: what each move cost, luck apart.
import type { Review, ReviewMove, ReviewSeat } from "../model/events";
import { worth } from "../model/numbers";
import { isStakes } from "../model/stakes";
import type { Connection } from "./connection";

export class ReviewRun {
  running = false;
  done = 0;
  plies = 0;
  moves: ReviewMove[] = [];
  review: Review | null = null;
  failed = "";
  /** Which costly move is looked at. */
  at = -1;
  /** The play has changed since the review began. */
  private stale = false;

  constructor(
    private readonly connection: Connection,
    private readonly redraw: () => void,
    /** The seat whose mistakes come first; null: in the order of the game. */
    readonly own: () => number | null = () => null,
  ) {}

  clear(): void {
    this.running = false;
    this.stale = false;
    this.moves = [];
    this.review = null;
    this.failed = "";
    this.at = -1;
  }

  async start(): Promise<void> {
    this.clear();
    this.running = true;
    this.redraw();
    const answer = await this.connection.say("review", (event) => {
      if (event.event !== "review") return;
      this.done = event.done ?? 0;
      this.plies = event.plies ?? 0;
      if (event.move) this.moves.push(event.move);
      if (event.review) this.review = event.review;
      this.redraw();
    });
    if (this.stale) return this.clear();
    this.running = false;
    if (answer.closing.event === "error") this.failed = answer.closing.text;
    this.redraw();
  }

  /** The play has this number of plies now: what was found out about another one is forgotten. */
  follow(plies: number): void {
    if (this.plies === plies) return;
    if (!this.running) this.clear();
    else if (this.plies > 0) this.stale = true;
  }

  /** Which moves are gone through: those that the library grades, first those of one's own seat. */
  get costly(): ReviewMove[] {
    const own = this.own();
    const graded = this.moves.filter((m) => m.grade !== undefined);
    return [...graded.filter((m) => m.seat === own), ...graded.filter((m) => m.seat !== own)];
  }

  /** The seats of the account, one's own first. */
  get seats(): ReviewSeat[] {
    const own = this.own();
    return [...(this.review?.seats ?? [])].sort((a, b) => Number(b.seat === own) - Number(a.seat === own));
  }

  /** The moves that a finished review grades, by their plies: what the list of moves marks. */
  get marks(): ReadonlyMap<number, ReviewMove> {
    return new Map(this.review && !this.stale ? this.moves.filter((m) => m.grade !== undefined).map((m) => [m.ply, m]) : []);
  }

  /** The choices about the stakes, without those that nobody would have thought about. */
  get stakes(): ReviewMove[] {
    return this.moves.filter((m) => isStakes(m) && !m.not_close);
  }

  /** The one that was made there; where it was no such choice, none. */
  stakesAt(ply: number | null): ReviewMove | undefined {
    return this.moves.find((m) => m.ply === ply && isStakes(m));
  }

  /** In the unit and with the digits of the judge, as `hra review` writes it. */
  number(value: number | null | undefined, sign = false, least = 0): string {
    const chance = (this.review?.unit ?? this.moves[0]?.unit) === "probability";
    return worth(value, chance, Math.max(least, this.review?.decimals ?? 2), sign);
  }

  /** Goes to the next costly move, or the one before; its ply, null where there is none. */
  go(by: 1 | -1): number | null {
    const all = this.costly;
    if (all.length === 0) return null;
    this.at = this.at < 0 ? (by > 0 ? 0 : all.length - 1) : (this.at + by + all.length) % all.length;
    this.redraw();
    return (all[this.at] as ReviewMove).ply;
  }
}
