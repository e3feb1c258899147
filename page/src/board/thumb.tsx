// A small picture of a scene, not to be pressed.
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";
import { Paper, Round, groupsOf } from "./board_shapes";
import { CELL, boxOf, extent, isOutside, tenth } from "./box";
import { ShapeView } from "./shape";

/** The part of the plane that the picture shows. */
function viewOf(scene: Scene): [number, number, number, number] {
  const size = extent(scene);
  return [size.x - 0.1, size.y - 0.1, size.w + 0.2, size.h + 0.2].map((x) => tenth(x * CELL)) as [number, number, number, number];
}

function Shapes({ scene }: { scene: Scene }) {
  const groups = groupsOf(scene.board.shapes);
  const box = (s: Shape) => boxOf(s, null, scene.outlined(s));
  return (
    <>
      <Paper size={extent(scene)} ground={scene.board.ground} />
      {scene.shapes
        .filter((s) => !isOutside(s))
        .map((s) => (
          <g key={s.id} class={s.kind === "piece" && s.marks?.includes("faint") ? "faint" : undefined}>
            {groups.has(s.id) && <Round parts={groups.get(s.id) ?? []} boxes={(groups.get(s.id) ?? []).map(box)} />}
            <ShapeView shape={s} box={box(s)} scene={scene} />
          </g>
        ))}
    </>
  );
}

export function Thumb({ scene, label }: { scene: Scene; label: string }) {
  return (
    <svg class="board thumb" viewBox={viewOf(scene).join(" ")} role="img" aria-label={label}>
      <Shapes scene={scene} />
    </svg>
  );
}

/** A small picture on its ground, of a scene or of what the page came with, as HTML. */
export function Stage({ scene }: { scene: Scene | string | undefined }) {
  if (typeof scene === "string") return <span class="stage" aria-hidden="true" dangerouslySetInnerHTML={{ __html: scene }} />;
  return (
    <span class="stage" aria-hidden="true">
      {scene && <Thumb scene={scene} label="" />}
    </span>
  );
}

/** How large a picture is that fits into a square of this side. */
export function thumbSize(scene: Scene, side: number): { w: number; h: number } {
  const [, , w, h] = viewOf(scene);
  const scale = side / Math.max(w, h);
  return { w: w * scale, h: h * scale };
}

/** The same as part of another picture, for the eye alone. */
export function ThumbAt({ scene, x, y, w, h }: { scene: Scene; x: number; y: number; w: number; h: number }) {
  return (
    <svg class="board at-node" x={x} y={y} width={w} height={h} viewBox={viewOf(scene).join(" ")} aria-hidden="true">
      <Shapes scene={scene} />
    </svg>
  );
}
