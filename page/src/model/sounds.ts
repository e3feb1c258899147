// Which sound belongs to what happens at a table.
import type { Event } from "./events";
import type { Scene } from "./scene";

export type SoundName = "move" | "capture" | "dice" | "card" | "end" | "low";

/** The sound of an event, null: it makes none. `scene`: the board before a move. */
export function soundOf(event: Event, scene: Scene | null): SoundName | null {
  if (event.event === "result") return "end";
  if (event.event !== "move") return null;
  if (event.seat === "chance") {
    const shapes = scene?.shapes ?? [];
    return shapes.some((shape) => shape.kind === "card") && !shapes.some((shape) => shape.kind === "die") ? "card" : "dice";
  }
  const isTaken = (event.steps ?? []).some(([from, to]) => from !== null && to === null && scene?.standingOn(from)?.owner !== undefined);
  return isTaken ? "capture" : "move";
}
