// A small picture of a scene, not to be pressed.
import type { Shape } from "../model/events";
import type { Scene } from "../model/scene";
import { Paper, Round, groupsOf } from "./ground";
import { CELL, boxOf, extent, isOutside } from "./box";
import { ShapeView } from "./shape";

export function Thumb({ scene, label }: { scene: Scene; label: string }) {
  const size = extent(scene);
  const groups = groupsOf(scene.board.shapes);
  const box = (s: Shape) => boxOf(s, null, scene.outlined(s));
  const view = [size.x - 0.1, size.y - 0.1, size.w + 0.2, size.h + 0.2].map((x) => x * CELL);
  return (
    <svg class="board thumb" viewBox={view.join(" ")} role="img" aria-label={label}>
      <Paper size={size} />
      {[...scene.board.shapes, ...scene.now.shapes]
        .filter((s) => !isOutside(s))
        .map((s) => (
          <g key={s.id} class={s.marks?.includes("faint") ? "faint" : undefined}>
            {groups.has(s.id) && <Round parts={groups.get(s.id) ?? []} boxes={(groups.get(s.id) ?? []).map(box)} />}
            <ShapeView shape={s} box={box(s)} color={scene.color(s.owner)} />
          </g>
        ))}
    </svg>
  );
}
