// What stands on the board, kept in step with the events (docs/scene.md, "For a front end").
import type { BoardScene, Change, NowScene, Shape } from "./shapes";

/** One moment of a board. Never changed: a change makes another one, so that moments can be kept. */
export class Scene {
  private found: Map<string, Shape> | null = null;

  constructor(
    readonly board: BoardScene,
    readonly now: NowScene,
  ) {}

  changed(change: Change): Scene {
    const gone = new Set(change.removed);
    const shapes = this.now.shapes.filter((s) => !gone.has(s.id));
    for (const { after, ...shape } of change.changed) {
      if (after === undefined) {
        const at = shapes.findIndex((s) => s.id === shape.id);
        if (at >= 0) shapes[at] = shape;
        else shapes.push(shape);
        continue;
      }
      const old = shapes.findIndex((s) => s.id === shape.id);
      if (old >= 0) shapes.splice(old, 1);
      shapes.splice(after === null ? 0 : shapes.findIndex((s) => s.id === after) + 1, 0, shape);
    }
    return new Scene(this.board, { size: change.size, shapes });
  }

  /** The same moment with other shapes on the board. */
  with(change: (shape: Shape) => Shape): Scene {
    return new Scene(this.board, { ...this.now, shapes: this.now.shapes.map(change) });
  }

  /** All shapes, the lowest first. */
  get shapes(): Shape[] {
    return [...this.board.shapes, ...this.now.shapes];
  }

  find(id: string): Shape | undefined {
    this.found ??= new Map(this.shapes.map((s) => [s.id, s]));
    return this.found.get(id);
  }

  /** Whose outline a shape has: its own, or of what it stands on. */
  outlined(shape: Shape): Shape {
    return (shape.form === "over" && shape.on && this.find(shape.on)) || shape;
  }

  color(seat: number | undefined): string {
    return (seat !== undefined && this.board.seats[seat]?.color) || "none";
  }

  /** What stands on a place. */
  allOn(id: string): Shape[] {
    return this.now.shapes.filter((s) => s.on === id && (s.kind === "piece" || s.kind === "die"));
  }

  /** The uppermost of what stands on a place. */
  standingOn(id: string): Shape | undefined {
    const there = this.allOn(id);
    return there[there.length - 1];
  }
}

/** How far each shape of `to` has come by the steps, from where it stood: for those that move to be seen moving. */
export function travels(from: Scene, to: Scene, steps: [string | null, string | null][]): Map<string, [number, number]> {
  const ways = new Map<string, string>();
  for (const [a, b] of steps) {
    if (a === null || b === null) continue;
    const start = ways.get(a) ?? a;
    ways.delete(a);
    ways.set(b, start);
  }
  const moved = new Map<string, [number, number]>();
  for (const [end, start] of ways) {
    const shape = to.standingOn(end);
    const place = to.find(end);
    const origin = from.find(start);
    if (!shape || !place || !origin) continue;
    const dx = origin.at[0] + origin.size[0] / 2 - place.at[0] - place.size[0] / 2;
    const dy = origin.at[1] + origin.size[1] / 2 - place.at[1] - place.size[1] / 2;
    if (dx || dy) moved.set(shape.id, [dx, dy]);
  }
  return moved;
}
