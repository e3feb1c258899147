// The tutor at a table: a move is drawn when it is pressed, and made when it is judged.
import { words } from "../model/line";
import type { Cost, Event, Hello, ReviewTold, TentativeTold } from "../model/events";
import { Scene } from "../model/scene";
import { moveSaid } from "../model/said";
import type { After } from "./animation";
import type { Table } from "./table";

/** Of what the tutor speaks. */
export type TutorLevel = "off" | "blunder" | "error" | "all";
export const TUTOR_LEVELS: readonly TutorLevel[] = ["off", "blunder", "error", "all"];

const PATIENCE = 1000; // ms after which a move is made without its judgement
const SEEN = 150; // ms: a judgement that comes sooner leaves no time to read that it is awaited

/** What the tutor says of a move. */
export interface Remark {
  ply: number;
  seat: number;
  cost: Cost;
  /** The move is not made until somebody decides. */
  waits: boolean;
}

/** A move that is not made yet. */
export interface Pending {
  said: string;
  /** The board after it; null: not to be seen before it is made. */
  scene: Scene | null;
  moved: Map<string, [number, number]>;
}

export class Tutor {
  level: TutorLevel = "off";
  /** Whether there can be one: a person plays, without a clock. */
  fits = false;
  pending: Pending | null = null;
  /** Whether it is pending for long enough to be marked. */
  marked = false;
  remark: Remark | null = null;
  /** How often a pending move was drawn. */
  motions = 0;
  private told = 0;

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
    private readonly after: After,
    /** What was chosen at an earlier table; null: nothing yet. */
    private readonly choice: { tutor: TutorLevel | null; setTutor: (level: TutorLevel) => void },
  ) {}

  feed(event: Event): void {
    if (event.event === "hello") this.greet(event);
    if (event.event === "tentative") this.begin(event);
    if (event.event === "review" && event.cost) this.hear(event, event.cost);
    if (event.event === "move" && this.remark && event.seat === this.remark.seat && event.ply !== this.remark.ply) this.remark = null;
    if (event.event === "position") this.settle(event.ply);
    if (event.event === "ask" && event.offer === undefined) this.settle(null); // the same move is asked for again
  }

  private greet(hello: Hello): void {
    const { tutor: on, tutor_from: from } = hello;
    this.fits = hello.spec !== null && !hello.study && !hello.clock && (hello.seats ?? []).some((seat) => seat.person) && this.table.may("ask");
    if (on === undefined) return;
    this.level = !on ? "off" : from === "blunder" || from === "error" ? from : "all";
    const { tutor } = this.choice;
    if (this.fits && hello.scene && tutor !== null && tutor !== this.level) void this.tell(tutor);
  }

  private begin({ move, move_said, steps, scene }: TentativeTold): void {
    const { hello } = this.table;
    const after = scene && hello?.scene ? new Scene(hello.scene, scene) : null;
    const count = ++this.told;
    this.remark = null;
    this.marked = false;
    this.pending = { said: moveSaid({ move, move_said }), scene: after, moved: after && steps ? this.table.motion.wayTo(after, steps, this.table.now.scene) : new Map() };
    this.motions++;
    const later = (ms: number, then: () => void) => this.after(ms, () => this.pending && this.told === count && then());
    later(SEEN, () => {
      this.marked = true;
      this.redraw();
    });
    later(PATIENCE, () => this.remark?.waits || void this.table.connection.say("confirm"));
  }

  private hear({ ply, seat, waits }: ReviewTold, cost: Cost): void {
    this.marked = true;
    if (waits && this.remark?.waits && this.remark.cost.loss >= cost.loss) return; // of a line the costliest move
    this.remark = { ply: ply ?? 0, seat: seat ?? 0, cost, waits: waits === true };
  }

  /** The move was made, or dropped. */
  private settle(ply: number | null): void {
    if (this.pending?.scene && ply !== null) this.table.motion.rest();
    this.pending = null;
    this.marked = false;
    if (this.remark?.waits) this.remark = ply !== null && ply > this.remark.ply ? { ...this.remark, waits: false } : null;
    else if (this.remark && ply !== null && ply <= this.remark.ply) this.remark = null;
  }

  /** Whether the move of the remark can still be taken back, and nothing was seen since then that a player would not know. */
  get canTakeBack(): boolean {
    const { remark, table } = this;
    if (!remark || !table.may("undo") || table.now.hidden) return false;
    if (remark.waits) return true;
    const since = table.past.played.filter((move) => move.ply > remark.ply);
    return since.every((move) => typeof move.seat === "number" && move.text !== undefined && table.seats[move.seat]?.person === false);
  }

  private async tell(level: TutorLevel): Promise<void> {
    const answer = await this.table.say(level === "off" ? "tutor off" : level === "all" ? "tutor on" : words("tutor", "on", level));
    if (answer.ok) this.level = level;
    this.redraw();
  }

  set(level: TutorLevel): void {
    this.choice.setTutor(level);
    void this.tell(level);
  }

  /** Chooses another move. */
  async takeBack(): Promise<void> {
    const answer = await this.table.say("undo");
    if (answer.ok) this.remark = null;
    this.redraw();
  }

  /** The move is made, or stays. */
  async keep(): Promise<void> {
    const waits = this.remark?.waits;
    this.remark = null;
    this.redraw();
    if (waits) await this.table.say("confirm");
  }
}
