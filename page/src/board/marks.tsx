// What is drawn over a board: what can be pressed, what was, the focus, and what the adviser says.
import type { Shape } from "../model/shapes";
import { type Box, CELL, inset, pathOf, tenth } from "./box";

/** Where something can be pressed: a point on a free place, a ring around a piece or the round place that it is on, a line under a
 * stick, corners around all else. */
export function Target({ shape, box, strong, free }: { shape: Shape; box: Box; strong: boolean; free: boolean }) {
  const name = strong ? "target strong" : "target";
  if (free && (shape.kind === "cell" || shape.kind === "place")) {
    const r = strong ? 0.15 * CELL : 0.08 * CELL;
    return <circle class={`${name} point`} cx={tenth(box.x + box.w / 2)} cy={tenth(box.y + box.h / 2)} r={tenth(r)} />;
  }
  if (shape.form === "stick") return <path class="target strong" d={`M${tenth(box.x + 0.25 * box.w)} ${tenth(box.y + box.h + 2)}h${tenth(0.5 * box.w)}`} />;
  const isRound = shape.form === "round";
  if (shape.kind === "piece" || isRound) {
    const reach = isRound ? 0.5 * box.w + 1 : 0.43 * Math.min(box.w, box.h); // of a piece on its rim, off numbers in corners
    const [x, y, r] = [box.x + box.w / 2, box.y + box.h / 2, reach].map(tenth);
    return (
      <>
        <circle class="target under" cx={x} cy={y} r={r} />
        <circle class={name} cx={x} cy={y} r={r} />
      </>
    );
  }
  return (
    <>
      <Corners box={inset(box, -1.5)} name="target under" />
      <Corners box={inset(box, -1.5)} name={name} />
    </>
  );
}

/** Four corners round a box; an outline is drawn whole. */
export function Corners({ box, name }: { box: Box; name: string }) {
  if (box.outline) return <path class={name} d={pathOf(box.outline)} />;
  const arm = Math.min(9, box.w / 3, box.h / 3);
  const [l, t, r, b] = [box.x, box.y, box.x + box.w, box.y + box.h].map(tenth) as [number, number, number, number];
  const d =
    `M${l} ${t + arm}V${t}H${l + arm}M${r - arm} ${t}H${r}V${t + arm}` + `M${r} ${b - arm}V${b}H${r - arm}M${l + arm} ${b}H${l}V${b - arm}`;
  return <path class={name} d={d} />;
}

export function Frame({ box, name }: { box: Box; name: string }) {
  if (box.outline) return <path class={name} d={pathOf(box.outline)} />;
  return <rect class={name} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx="4" />;
}

export function ArrowView({ boxes, text, beside, name = "best" }: { boxes: Box[]; text: string; beside: number; name?: string | undefined }) {
  const middles = boxes.map((b) => [b.x + b.w / 2, b.y + b.h / 2] as const);
  const [first = [0, 0], second = first] = middles;
  const long = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
  const aside = (0.26 * CELL * beside) / long;
  const points = middles.map(([x, y]) => [x + (second[1] - first[1]) * aside, y - (second[0] - first[0]) * aside] as const);
  const last = points[points.length - 1];
  if (!last) return null;
  const size = 0.26 * CELL;
  const wide = text.length * 0.6 * size + 8;
  const box = boxes[boxes.length - 1] as Box;
  const y = box.y + size * 0.2;
  return (
    <g class={`advice ${name}`}>
      {points.length > 1 && <path class="way" marker-end={`url(#tip-${name})`} d={`M${points.map((p) => `${tenth(p[0])} ${tenth(p[1])}`).join("L")}`} />}
      {points.length === 1 && <Corners box={inset(box, 1.5)} name="way" />}
      {text && (
        <g class="worth">
          <rect class="badge" x={tenth(last[0] - wide / 2)} y={tenth(y - 0.75 * size)} width={tenth(wide)} height={tenth(1.4 * size)} rx="4" />
          <text x={tenth(last[0])} y={tenth(y + 0.3 * size)} font-size={tenth(size)}>
            {text}
          </text>
        </g>
      )}
    </g>
  );
}

export function ArrowHeads() {
  return (
    <defs>
      {["tip-best", "tip-line", "tip-drawn", "tip-threat"].map((id) => (
        <marker id={id} viewBox="0 0 10 10" refX="8" refY="5" markerUnits="userSpaceOnUse" markerWidth="16" markerHeight="16" orient="auto">
          <path class={id} d="M0 0L10 5L0 10z" />
        </marker>
      ))}
    </defs>
  );
}
