// Drawing on the board with the right button.
import type { Scene } from "../model/scene";
import type { Drawing } from "../state/drawing";
import { placeOf } from "./marks";

const OPEN = "drawn-on"; // also what means nothing now is found there

/** The place at a point of the board, whatever can be pressed there. */
function placeAt(around: Element, scene: Scene, { clientX, clientY }: PointerEvent): string | null {
  around.classList.add(OPEN);
  const there = document.elementsFromPoint(clientX, clientY);
  around.classList.remove(OPEN);
  for (const element of there) {
    const shape = scene.find(element.closest(".board [data-id]")?.getAttribute("data-id") ?? "");
    if (shape && shape.kind !== "label" && shape.kind !== "text") return placeOf(scene, shape.id);
  }
  return null;
}

let from: string | null = null;

/** Handlers of the place around a board. */
export function drawOn(drawing: Drawing, scene: Scene | null) {
  const at = (event: PointerEvent) => (event.button === 2 && event.pointerType === "mouse" && scene ? placeAt(event.currentTarget as Element, scene, event) : null);
  return {
    onContextMenu: (event: MouseEvent) => {
      if ((event.target as Element).closest(".board")) event.preventDefault();
    },
    onPointerDown: (event: PointerEvent) => {
      from = at(event);
    },
    onPointerUp: (event: PointerEvent) => {
      const to = from === null ? null : at(event);
      if (from !== null && to !== null) drawing.draw(from, to);
      from = null;
    },
  };
}
