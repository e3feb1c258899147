// Going over a board by keyboard: which shapes can be reached, and which is next in a direction.
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";

const seen = ["cell", "piece", "die", "card"];

/** The shapes that the focus visits: what can be pressed now, and what has a name to be spoken. */
export function reachable(scene: Scene, pressable: (id: string) => boolean): Shape[] {
  const covered = new Set(scene.now.shapes.filter((s) => seen.includes(s.kind)).map((s) => s.on ?? ""));
  return scene.shapes.filter((s) => {
    if (s.kind === "button") return false;
    if (pressable(s.id)) return true;
    return seen.includes(s.kind) && s.form !== "dot" && !covered.has(s.id);
  });
}

export type Direction = "left" | "right" | "up" | "down";

export function directionOf(key: string): Direction | null {
  return key.startsWith("Arrow") ? (key.slice(5).toLowerCase() as Direction) : null;
}

/** The nearest shape in a direction; shapes to the side count as further away. */
export function neighbour(shapes: Shape[], from: Shape, direction: Direction, turned: boolean): Shape | null {
  const sign = turned ? -1 : 1;
  let best: Shape | null = null;
  let least = Infinity;
  for (const s of shapes) {
    const dx = sign * (s.at[0] + s.size[0] / 2 - from.at[0] - from.size[0] / 2);
    const dy = sign * (s.at[1] + s.size[1] / 2 - from.at[1] - from.size[1] / 2);
    const along = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (s.id === from.id || along < 0.15) continue;
    const far = along + 2.5 * aside;
    if (far < least) {
      least = far;
      best = s;
    }
  }
  return best;
}

/** The shape nearest to where another one was. */
export function nearest(shapes: Shape[], place: Shape | undefined): Shape | undefined {
  if (!place) return shapes[0];
  const far = (s: Shape) => Math.hypot(s.at[0] - place.at[0], s.at[1] - place.at[1]);
  return shapes.reduce<Shape | undefined>((best, s) => (!best || far(s) < far(best) ? s : best), undefined);
}
