// Drawing on the board with the right button.
import type { Scene } from "../model/scene";
import type { Drawing } from "../state/drawing";
import { placeOf } from "./marks";

const idAt = (target: EventTarget | null) => (target instanceof Element ? (target.closest("[data-id]")?.getAttribute("data-id") ?? null) : null);

let from: string | null = null;

/** Handlers of the place around a board. */
export function drawOn(drawing: Drawing, scene: Scene | null) {
  return {
    onContextMenu: (event: MouseEvent) => {
      if (idAt(event.target) !== null) event.preventDefault();
    },
    onPointerDown: (event: PointerEvent) => {
      const id = event.button === 2 && event.pointerType === "mouse" ? idAt(event.target) : null;
      from = id !== null && scene ? placeOf(scene, id) : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const id = event.button === 2 ? idAt(document.elementFromPoint(event.clientX, event.clientY)) : null;
      if (from !== null && id !== null && scene) drawing.draw(from, placeOf(scene, id));
      from = null;
    },
  };
}
