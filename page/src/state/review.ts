// A play that is gone through ply by ply: what each move cost, luck apart.
import type { Review, ReviewMove } from "../model/events";
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

  constructor(
    private readonly connection: Connection,
    private readonly redraw: () => void,
  ) {}

  clear(): void {
    this.running = false;
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
    this.running = false;
    if (answer.closing.event === "error") this.failed = answer.closing.text;
    this.redraw();
  }

  /** Which moves are gone through: those that the library grades. */
  get costly(): ReviewMove[] {
    return this.moves.filter((m) => m.grade !== undefined);
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
