// What has just moved on a board, and from where.
import type { Step } from "../model/events";
import { type Scene, travels } from "../model/scene";

export class TableMotion {
  /** How far shapes of the present scene have just come. */
  moved: Map<string, [number, number]> = new Map();
  /** How often something has come. */
  count = 0;
  /** What the last move took off the board, by the ids of the scene before. */
  gone: string[] = [];
  /** The person has dragged it there. */
  dragged = false;
  private steps: Step[] | null = null;

  /** The steps of a move, whose position comes next; null: it has none. */
  expect(steps: Step[] | null): void {
    this.steps = steps;
  }

  /** The position has come. Returns whether there were steps to it. */
  arrive(before: Scene | null, scene: Scene | null): boolean {
    const steps = this.steps;
    this.moved = steps && scene ? this.wayTo(scene, steps, before) : new Map();
    this.gone = (steps ?? []).flatMap(([from, to]) => (from !== null && to === null ? (before?.standingOn(from)?.id ?? []) : []));
    this.count++;
    this.steps = null;
    this.dragged = false;
    return steps !== null;
  }

  /** How far shapes come by these steps to a scene, but for what was dragged there. */
  wayTo(scene: Scene, steps: Step[], from: Scene | null): Map<string, [number, number]> {
    return from && !this.dragged ? travels(from, scene, steps) : new Map();
  }

  /** The present scene has been seen already: nothing moves. */
  rest(): void {
    this.moved = new Map();
    this.gone = [];
  }
}
