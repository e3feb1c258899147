// Grounds on which others lie: areas, cells, places, walls, paths.
import type { BoardSymbol, Shape } from "../model/shapes";
import { type Box, CELL, fit, inset, pathOf, tenth } from "./box";
import { SymbolView, textureOf } from "./symbol";
import { materialOf } from "../model/symbols";

function Outline({ box, oval, round, name, width }: { box: Box; oval: boolean; round: number; name: string; width?: number }) {
  if (box.outline) return <path class={name} d={pathOf(box.outline)} stroke-width={width} />;
  if (oval)
    return (
      <ellipse class={name} cx={tenth(box.x + box.w / 2)} cy={tenth(box.y + box.h / 2)} rx={tenth(box.w / 2)} ry={tenth(box.h / 2)} stroke-width={width} />
    );
  return <rect class={name} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx={round} stroke-width={width} />;
}

/** A shape and all that it is drawn by. */
export interface Drawn {
  shape: Shape;
  box: Box;
  color: string;
  symbol: BoardSymbol | undefined;
  /** The class of its text if its ground is dark, else "". */
  ink: string;
}

/** The colour and pattern of a tone. */
function toneOf(shape: Shape): number {
  return shape.shade ? 1 + ((shape.shade - 1) % 7) : 0;
}

function rectangle(b: Box): string {
  return `M${tenth(b.x)} ${tenth(b.y)}h${tenth(b.w)}v${tenth(b.h)}h${tenth(-b.w)}z`;
}

/** One line around all parts of a group; they cover what of it is between them. */
export function Round({ parts, boxes }: { parts: Shape[]; boxes: Box[] }) {
  const [first] = parts;
  const look = materialOf(first?.material, first?.shade) || `r${first ? toneOf(first) : 0}`;
  return <path class={`round ${look}`} d={boxes.map((b) => (b.outline ? pathOf(b.outline) : rectangle(b))).join("")} />;
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
export function Paper({ size, ground }: { size: Box; ground: string | undefined }) {
  const texture = textureOf(ground);
  const rect = (name: string, fill?: string) => (
    <rect class={name} fill={fill} x={tenth((size.x - 0.14) * CELL)} y={tenth((size.y - 0.14) * CELL)} width={tenth((size.w + 0.28) * CELL)} height={tenth((size.h + 0.28) * CELL)} rx="5" />
  );
  return (
    <>
      {rect(materialOf(ground) || "paper")}
      {texture && rect("texture", texture)}
    </>
  );
}

/** A frame along the edge where the last move was made, with a dark line around it: seen on every ground, and it cuts no
 * number. A broken one where it is the turn of a place. */
export function Marks({ shape, box, round }: { shape: Shape; box: Box; round: number }) {
  const last = shape.marks?.includes("last");
  if (!last && !(shape.kind === "place" && shape.marks?.includes("turn"))) return null;
  const edge = 0.025 * CELL;
  const oval = shape.form === "round";
  return (
    <>
      {last && <Outline box={inset(box, edge)} oval={oval} round={round} name="halo" />}
      <Outline box={inset(box, edge)} oval={oval} round={round} name={last ? "last" : "last here"} />
    </>
  );
}

export function Ground({ shape, box, name, round }: { shape: Shape; box: Box; name: string; round: number }) {
  const look = materialOf(shape.material, shape.shade) || (shape.shade ? `t${toneOf(shape)}` : "");
  const oval = shape.form === "round";
  const texture = shape.kind === "area" && textureOf(shape.material);
  return (
    <>
      <Outline box={box} oval={oval} round={round} name={`${name} ${look}`} />
      {texture && <rect class="texture" fill={texture} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx={round} />}
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
export function Cell({ shape, box, color, symbol, ink: light }: Drawn) {
  const text = shape.text ?? "";
  const middle = shape.form === "round" || box.outline !== undefined;
  const size = Math.min((middle ? 0.24 : 0.145) * CELL, 0.34 * box.h);
  const ink = light || "quiet";
  return (
    <>
      <Ground shape={shape} box={box} name="cell" round={0} />
      <Owner shape={shape} box={box} color={color} />
      {symbol && <SymbolView symbol={symbol} box={box} color={color} />}
      {text && middle && (
        <text class={ink} x={tenth(box.x + box.w / 2)} y={tenth(box.y + box.h / 2 + 0.36 * size)} font-size={tenth(fit(text, 0.8 * box.w, size))}>
          {text}
        </text>
      )}
      {text && !middle && (
        <text class={`begin corner ${ink}`} x={tenth(box.x + 0.07 * CELL)} y={tenth(box.y + 0.07 * CELL + 0.75 * size)} font-size={tenth(fit(text, 0.8 * box.w, size))}>
          {text}
        </text>
      )}
    </>
  );
}

export function Wall({ shape, box }: { shape: Shape; box: Box }) {
  return <Outline box={inset(box, -0.25)} oval={false} round={0} name={`wall ${materialOf(shape.material, shape.shade)}`} />;
}

export function Path({ shape, box }: { shape: Shape; box: Box }) {
  return (
    <path
      class={shape.form === "dashed" ? "path dashed" : "path"}
      d={`M${tenth(box.x)} ${tenth(box.y)}L${tenth(box.x + box.w)} ${tenth(box.y + box.h)}`}
    />
  );
}
