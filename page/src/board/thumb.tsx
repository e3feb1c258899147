// A small picture of a scene, not to be pressed.
import type { Scene } from "../model/scene";
import { Paper } from "./ground";
import { CELL, boxOf, extent, isOutside } from "./box";
import { ShapeView } from "./shape";

export function Thumb({ scene, label }: { scene: Scene; label: string }) {
  const size = extent(scene);
  const view = [size.x - 0.1, size.y - 0.1, size.w + 0.2, size.h + 0.2].map((x) => x * CELL);
  return (
    <svg class="board thumb" viewBox={view.join(" ")} role="img" aria-label={label}>
      <Paper size={size} />
      {[...scene.board.shapes, ...scene.now.shapes]
        .filter((s) => !isOutside(s))
        .map((s) => (
          <g key={s.id} class={s.marks?.includes("faint") ? "faint" : undefined}>
            <ShapeView shape={s} box={boxOf(s, null)} color={scene.color(s.owner)} />
          </g>
        ))}
    </svg>
  );
}
