// Buttons of the scene, which are below the board; and dice that are thrown by hand, as far as they are entered.
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";
import type { Table } from "./table";

/** The buttons of a scene that is seen and goes on. */
export function buttonsOf(table: Table, scene: Scene | null): Shape[] {
  if (!scene || table.cover.seat !== null || table.now.result) return [];
  return scene.shapes.filter((s) => s.kind === "button");
}

/** Whether a button can be pressed now. Where presses are counted, what has no place any more waits for one to be taken off. */
export function canPress(table: Table, id: string): boolean {
  const { input } = table.asking;
  return table.past.looking === null && table.isAsked && (input.counts ? input.targets.has(id) : input.meant(id) !== null);
}

/** Presses the only button below the board that is a whole move, such as the end of a turn; true where there is one. */
export function pressOnly(table: Table, scene: Scene | null): boolean {
  const [only, ...others] = buttonsOf(table, scene).filter(({ id }) => canPress(table, id));
  if (!only || others.length > 0 || !table.asking.input.ends(only.id)) return false;
  return table.press(only.id);
}

/** The scene with the dice that a person has entered so far, in place of those that are still open. */
export function withEntered(table: Table, scene: Scene): Scene {
  if (!table.asking.rolls || !table.asking.input.counts) return scene;
  const faces = table.asking.input.chosen.flatMap((id) => scene.find(id)?.text ?? []);
  return faces.length > 0 ? scene.with((shape) => (shape.kind === "die" && shape.text === "?" && faces.length > 0 ? { ...shape, text: faces.shift() as string } : shape)) : scene;
}
