// A play that is gone through ply by ply: what each move cost, luck apart.
import type { Review, ReviewMove } from "./events";
import type { Wire } from "./wire";

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
    private readonly wire: Wire,
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
    const answer = await this.wire.say("review", (event) => {
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

  /** What counts as costly: at least a twentieth of the widest swing of the play, or the most that was lost. */
  get costly(): ReviewMove[] {
    const lost = this.moves.filter((m) => (m.loss ?? 0) > 0 && m.forced !== true && m.best !== undefined);
    const worths = this.moves.flatMap((m) => m.worth?.slice(0, 1) ?? []);
    const swing = worths.length ? Math.max(...worths) - Math.min(...worths) : 0;
    const most = Math.max(0, ...lost.map((m) => m.loss ?? 0));
    return lost.filter((m) => (m.loss ?? 0) >= Math.min(swing / 20, most));
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
