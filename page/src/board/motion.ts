// What is seen moving on a board: things slide, what is taken fades, dice tumble. By transform and opacity alone.
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";
import { CELL, boxOf, type Box } from "./box";

const SLIDE = 240; // ms
const TUMBLE = 400;

type ElementOf = (id: string) => SVGGElement | null;

/** `change` round the middle of a box. */
function about({ x, y, w, h }: Box, change: string): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  return `translate(${cx}px,${cy}px) ${change} translate(${-cx}px,${-cy}px)`;
}

/** Dice of the present scene that were thrown just now. */
function thrown(before: Scene, scene: Scene): Shape[] {
  const dice = scene.now.shapes.filter((s) => s.kind === "die" && /^\d$/.test(s.text ?? "") && !s.marks?.includes("held"));
  const isNew = dice.some((s) => before.find(s.id)?.text !== s.text);
  return isNew && dice.every((s) => !s.marks?.includes("faint")) ? dice : [];
}

/** Copies of what is about to go, drawn where it was. */
export function copiesOf(gone: readonly string[], element: ElementOf): SVGGElement[] {
  return gone.flatMap((id) => {
    const copy = element(id)?.cloneNode(true) as SVGGElement | undefined;
    for (const name of ["data-id", "role", "tabindex", "aria-label"]) copy?.removeAttribute(name);
    return copy ? [copy] : [];
  });
}

/** Lets what went fade, in a place of its own over the board. */
export function fade(copies: SVGGElement[], place: SVGGElement | null): void {
  for (const copy of copies) {
    place?.append(copy);
    const end = () => copy.remove();
    copy.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], { duration: 2 * SLIDE }).finished.then(end, end);
  }
}

export function slide(moved: Map<string, [number, number]>, turned: boolean, element: ElementOf): void {
  const sign = (turned ? -1 : 1) * CELL;
  for (const [id, [dx, dy]] of moved)
    element(id)?.animate([{ transform: `translate(${dx * sign}px,${dy * sign}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" });
}

/** The result is there from the beginning; a press ends the tumbling. */
export function tumble(before: Scene, scene: Scene, mirror: Box | null, element: ElementOf): void {
  for (const [i, die] of thrown(before, scene).entries()) {
    const box = boxOf(die, mirror);
    const far = (i % 2 ? 1 : -1) * CELL;
    const frames = [
      { transform: `translate(${far}px,${-0.7 * CELL}px) ${about(box, `rotate(${i % 2 ? 320 : -290}deg) scale(0.8)`)}`, opacity: 0.4 },
      { transform: `translate(${0.2 * far}px,${0.1 * CELL}px) ${about(box, `rotate(${i % 2 ? 60 : -50}deg)`)}`, opacity: 1, offset: 0.7 },
      { transform: `translate(0px,0px) ${about(box, "rotate(0deg)")}`, opacity: 1 },
    ];
    element(die.id)?.animate(frames, { duration: TUMBLE + 30 * i, easing: "ease-out" });
  }
}

export function finish(board: Element | null): void {
  for (const animation of board?.getAnimations({ subtree: true }) ?? []) animation.finish();
}
