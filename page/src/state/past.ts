// What was played at a table, and which moment of it is looked at.
import type { Advice, Move, Mover } from "../model/events";
import type { Scene } from "../model/scene";

/** A moment of the play that can be looked at again. */
export interface Frame {
  ply: number;
  scene: Scene;
  position: string | undefined;
  toMove: Mover;
}
export interface Played {
  ply: number;
  seat: Mover;
  /** undefined: made in secret. */
  text: string | undefined;
  advice: Advice | undefined;
}

/** What it needs of the table. */
export interface PastTable {
  isStudy: () => boolean;
  /** Another moment is looked at. */
  onlook: () => void;
  redraw: () => void;
}

export class Past {
  played: Played[] = [];
  frames: Frame[] = [];
  /** Which moment is looked at; null: the present one. */
  looking: number | null = null;
  /** In a study goes to a moment in place of looking back at it: what was tried is not all on one line. */
  journey: ((ply: number | null) => void) | null = null;
  /** The present moment. */
  ply = 0;
  /** What is to be spoken next. */
  spoken: { seat: Mover; text: string } | null = null;

  constructor(private readonly table: PastTable) {}

  look(ply: number | null): void {
    if (this.journey && this.table.isStudy()) return this.journey(ply);
    const first = this.frames[0]?.ply ?? 0;
    this.looking = ply === null || ply >= this.ply ? null : Math.max(ply, first);
    this.table.onlook();
    this.table.redraw();
  }

  /** Takes over what was played before this page came. */
  remember(frames: Frame[], played: Played[]): void {
    const first = this.frames[0]?.ply ?? this.ply;
    this.frames = [...frames.filter((f) => f.ply < first), ...this.frames];
    const known = new Set(this.played.map((p) => p.ply));
    this.played = [...played.filter((p) => p.ply < first && !known.has(p.ply)), ...this.played];
    this.table.redraw();
  }

  forget(): void {
    this.played = [];
    this.frames = [];
    this.looking = null;
  }

  /** The play stands there now: later moves were taken back. */
  stand(ply: number, frame: Frame | null): void {
    this.ply = ply;
    this.played = this.played.filter((p) => p.ply < ply);
    this.frames = this.frames.filter((f) => f.ply < ply);
    if (frame) this.frames.push(frame);
  }

  add(move: Move): void {
    const entry = { ply: move.ply, seat: move.seat, text: move.secret ? undefined : (move.move_said ?? move.move), advice: move.advice };
    const at = this.played.findIndex((p) => p.ply === move.ply);
    if (at >= 0) this.played[at] = entry;
    else this.played.push(entry);
    if (entry.text !== undefined) this.spoken = { seat: move.seat, text: entry.text };
  }

  /** The moment that is seen; undefined: it is not known. */
  get seen(): Frame | undefined {
    const ply = this.looking ?? this.ply;
    return this.frames.find((f) => f.ply === ply);
  }
}
