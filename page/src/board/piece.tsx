// Pieces, form by form, as the library draws them.
import type { Shape } from "../model/shapes";
import { type Box, CELL, fit, tenth } from "./box";

interface Spot {
  x: number;
  y: number;
  r: number;
}
type Points = readonly (readonly [number, number])[];

const crown: Points = [
  [-0.55, 0.4],
  [-0.6, -0.35],
  [-0.25, 0],
  [0, -0.5],
  [0.25, 0],
  [0.6, -0.35],
  [0.55, 0.4],
];
const house: Points = [
  [-0.8, 0.85],
  [-0.8, -0.1],
  [0, -0.9],
  [0.8, -0.1],
  [0.8, 0.85],
];

export function isDark(color: string): boolean {
  return !["white", "yellow", "orange", "none"].includes(color);
}

export function middle(box: Box): Spot {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2, r: Math.min(box.w, box.h) / 2 };
}

export function Circle({ name, x, y, r, width }: { name: string; x: number; y: number; r: number; width?: number }) {
  return <circle class={name} cx={tenth(x)} cy={tenth(y)} r={tenth(r)} stroke-width={width && tenth(width)} />;
}

function Outline({ name, spot, points }: { name: string; spot: Spot; points: Points }) {
  const d = points.map(([x, y]) => `${tenth(spot.x + x * spot.r)} ${tenth(spot.y + y * spot.r)}`).join("L");
  return <path class={name} d={`M${d}z`} />;
}

export function Sign({ text, color, x, y, r, size }: { text: string | undefined; color: string; x: number; y: number; r: number; size: number }) {
  if (!text) return null;
  return (
    <text class={isDark(color) ? "bold on-dark" : "bold on-light"} x={tenth(x)} y={tenth(y + 0.36 * size)} font-size={tenth(fit(text, 1.6 * r, size))}>
      {text}
    </text>
  );
}

function Man({ shape, color, spot }: Drawn) {
  const king = shape.form === "king";
  return (
    <>
      <Circle name={color} {...spot} />
      {!shape.text && <Circle name={`${color} rim`} x={spot.x} y={spot.y} r={0.72 * spot.r} />}
      {king && <Outline name={isDark(color) ? "eye" : "hole"} spot={spot} points={crown} />}
      {!king && <Sign text={shape.text} color={color} {...spot} size={1.25 * spot.r} />}
    </>
  );
}

function Cross({ color, spot }: Drawn) {
  const r = 0.72 * spot.r;
  const [a, b, c, d] = [tenth(spot.x - r), tenth(spot.y - r), tenth(spot.x + r), tenth(spot.y + r)];
  return <path class={`${color} line`} stroke-width={tenth(0.26 * spot.r)} d={`M${a} ${b}L${c} ${d}M${a} ${d}L${c} ${b}`} />;
}

/** A match; its head is at the upper end. */
function Stick({ shape, box }: { shape: Shape; box: Box }) {
  const x = box.x + box.w / 2;
  const half = Math.min(box.w, box.h) * 0.3;
  return (
    <>
      <rect class="sheer" x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} />
      <rect class="wood" x={tenth(x - 0.7 * half)} y={tenth(box.y + half)} width={tenth(1.4 * half)} height={tenth(box.h - half)} rx="1.5" />
      <Circle name="head" x={x} y={box.y + 1.2 * half} r={1.2 * half} />
      {shape.marks?.includes("last") && (
        <path class="last" d={`M${tenth(box.x)} ${tenth(box.y)}L${tenth(box.x + box.w)} ${tenth(box.y + box.h)}`} />
      )}
    </>
  );
}

function Ghost({ shape, color, spot }: Drawn) {
  const { x, y, r } = spot;
  let hem = "";
  for (let i = 1; i < 6; i++) hem += `L${tenth(x + r * (1 - i / 3))} ${tenth(y + r * (i % 2 ? 0.68 : 1))}`;
  return (
    <>
      <path class={color} d={`M${tenth(x - r)} ${tenth(y + r)}V${tenth(y)}a${tenth(r)} ${tenth(r)} 0 0 1 ${tenth(2 * r)} 0V${tenth(y + r)}${hem}z`} />
      {[-1, 1].map((side) => (
        <>
          <Circle name="eye" x={x + 0.38 * side * r} y={y - 0.35 * r} r={0.26 * r} />
          <Circle name="hole" x={x + 0.38 * side * r} y={y - 0.35 * r} r={0.12 * r} />
        </>
      ))}
      <Sign text={shape.text} color={color} x={x} y={y + 0.35 * r} r={r} size={0.75 * r} />
    </>
  );
}

/** A circle without the slice in which it looks. */
function Mouth({ shape, spot }: Drawn) {
  const ways: Record<string, [number, number]> = { "<": [-1, 0], "^": [0, -1], v: [0, 1] };
  const [wx, wy] = ways[shape.text ?? ""] ?? [1, 0];
  const { x, y, r } = spot;
  const [along, aside] = [0.8 * r, 0.6 * r];
  const from = `${tenth(x + along * wx - aside * wy)} ${tenth(y + along * wy + aside * wx)}`;
  const to = `${tenth(x + along * wx + aside * wy)} ${tenth(y + along * wy - aside * wx)}`;
  return <path class="yellow" d={`M${tenth(x - 0.1 * r * wx)} ${tenth(y - 0.1 * r * wy)}L${from}A${tenth(r)} ${tenth(r)} 0 1 1 ${to}z`} />;
}

function Triangle({ shape, color, spot }: Drawn) {
  const up = shape.form === "up" ? 1 : -1;
  const points: Points = [
    [-1, 0.85 * up],
    [1, 0.85 * up],
    [0, -0.95 * up],
  ];
  return (
    <>
      <Outline name={color} spot={spot} points={points} />
      <Sign text={shape.text} color={color} x={spot.x} y={spot.y + 0.28 * up * spot.r} r={spot.r} size={0.8 * spot.r} />
    </>
  );
}

interface Drawn {
  shape: Shape;
  color: string;
  spot: Spot;
}

function Form(drawn: Drawn) {
  const { shape, color, spot } = drawn;
  switch (shape.form) {
    case "cross":
      return <Cross {...drawn} />;
    case "ring":
      return <Circle name={`${color} line`} x={spot.x} y={spot.y} r={0.72 * spot.r} width={0.26 * spot.r} />;
    case "dot":
      return <Circle name="dot" {...spot} />;
    case "house":
      return (
        <>
          <Outline name={color} spot={spot} points={house} />
          <Sign text={shape.text} color={color} x={spot.x} y={spot.y + 0.3 * spot.r} r={spot.r} size={0.9 * spot.r} />
        </>
      );
    case "ghost":
      return <Ghost {...drawn} />;
    case "mouth":
      return <Mouth {...drawn} />;
    case "up":
    case "down":
      return <Triangle {...drawn} />;
    default:
      return <Man {...drawn} />;
  }
}

export function Piece({ shape, box, color }: { shape: Shape; box: Box; color: string }) {
  if (shape.form === "stick") return <Stick shape={shape} box={box} />;
  const spot = middle(box);
  return (
    <>
      {shape.marks?.includes("last") && [0.06, 0.14].map((by) => <Circle name="last" x={spot.x} y={spot.y} r={spot.r + CELL * by} />)}
      <Form shape={shape} color={color} spot={spot} />
    </>
  );
}
