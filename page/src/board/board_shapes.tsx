// Grounds on which others lie: areas, cells, places, walls, paths.
import type { Shape } from "../model/shapes";
import { type Box, CELL, fit, inset, pathOf, tenth } from "./box";

function Outline({ box, oval, round, name, width }: { box: Box; oval: boolean; round: number; name: string; width?: number }) {
  if (box.outline) return <path class={name} d={pathOf(box.outline)} stroke-width={width} />;
  if (oval)
    return (
      <ellipse class={name} cx={tenth(box.x + box.w / 2)} cy={tenth(box.y + box.h / 2)} rx={tenth(box.w / 2)} ry={tenth(box.h / 2)} stroke-width={width} />
    );
  return <rect class={name} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx={round} stroke-width={width} />;
}

/** The colour and pattern of a tone. */
function toneOf(shape: Shape): number {
  return shape.shade ? 1 + ((shape.shade - 1) % 7) : 0;
}

/** One line around all parts of a group; they cover what of it is between them. */
export function Round({ parts, boxes }: { parts: Shape[]; boxes: Box[] }) {
  return <path class={`round r${parts[0] ? toneOf(parts[0]) : 0}`} d={boxes.map((b) => (b.outline ? pathOf(b.outline) : "")).join("")} />;
}

/** The groups of a list of shapes, by the id of the first of each. */
export function groupsOf(shapes: Shape[]): Map<string, Shape[]> {
  const groups = new Map<string, Shape[]>();
  let last: Shape[] = [];
  for (const s of shapes) {
    if (s.group === undefined) last = [];
    else if (last[0]?.group === s.group) last.push(s);
    else groups.set(s.id, (last = [s]));
  }
  return groups;
}

/** What all of it lies on, for texts that stand beside the board. */
export function Paper({ size }: { size: Box }) {
  return <rect class="paper" x={tenth((size.x - 0.14) * CELL)} y={tenth((size.y - 0.14) * CELL)} width={tenth((size.w + 0.28) * CELL)} height={tenth((size.h + 0.28) * CELL)} rx="5" />;
}

/** A double frame where the last move was made, a broken one where it is the turn of a place. */
export function Marks({ shape, box, round }: { shape: Shape; box: Box; round: number }) {
  const last = shape.marks?.includes("last");
  if (!last && !(shape.kind === "place" && shape.marks?.includes("turn"))) return null;
  const edge = 0.05 * CELL;
  const oval = shape.form === "round";
  return (
    <>
      <Outline box={inset(box, edge)} oval={oval} round={round} name={last ? "last" : "last here"} />
      {last && <Outline box={inset(box, 2.4 * edge)} oval={oval} round={round} name="last" />}
    </>
  );
}

export function Ground({ shape, box, name, round }: { shape: Shape; box: Box; name: string; round: number }) {
  const tone = shape.shade ? ` t${toneOf(shape)}` : "";
  return (
    <>
      <Outline box={box} oval={shape.form === "round"} round={round} name={name + tone} />
      <Marks shape={shape} box={box} round={round} />
    </>
  );
}

/** A line in the colour of who holds a place, within its edge. */
export function Owner({ shape, box, color }: { shape: Shape; box: Box; color: string }) {
  if (shape.owner === undefined) return null;
  return <Outline box={inset(box, 2.5)} oval={shape.form === "round"} round={0} name={`${color} line`} width={3} />;
}

/** The text of a place stands in its upper left corner, so that what stands there does not hide it; in one that is
 * no box in the middle. */
export function Cell({ shape, box, color }: { shape: Shape; box: Box; color: string }) {
  const text = shape.text ?? "";
  const middle = shape.form === "round" || box.outline !== undefined;
  const size = Math.min(0.24 * CELL, 0.34 * box.h);
  return (
    <>
      <Ground shape={shape} box={box} name="cell" round={0} />
      <Owner shape={shape} box={box} color={color} />
      {text && middle && (
        <text class="quiet" x={tenth(box.x + box.w / 2)} y={tenth(box.y + box.h / 2 + 0.36 * size)} font-size={tenth(fit(text, 0.8 * box.w, size))}>
          {text}
        </text>
      )}
      {text && !middle && (
        <text class="begin quiet" x={tenth(box.x + 0.2 * size + 1)} y={tenth(box.y + 1.05 * size)} font-size={tenth(fit(text, 0.8 * box.w, size))}>
          {text}
        </text>
      )}
    </>
  );
}

export function Wall({ box }: { box: Box }) {
  return <Outline box={inset(box, -0.25)} oval={false} round={0} name="wall" />;
}

export function Path({ shape, box }: { shape: Shape; box: Box }) {
  return (
    <path
      class={shape.form === "dashed" ? "path dashed" : "path"}
      d={`M${tenth(box.x)} ${tenth(box.y)}L${tenth(box.x + box.w)} ${tenth(box.y + box.h)}`}
    />
  );
}
