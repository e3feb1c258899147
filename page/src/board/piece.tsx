// Pieces: by the symbols of their game, else the simple forms; a form that is not here is a round piece with its text.
import type { Shape } from "../model/shapes";
import { type Box, CELL, fit, tenth } from "./box";
import type { Drawn as Look } from "./board_shapes";
import { SymbolView, placeOf } from "./symbol";

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
    case "up":
    case "down":
      return <Triangle {...drawn} />;
    default:
      return <Man {...drawn} />;
  }
}

/** The symbol of a piece, with its text where the symbol has room for it. */
function Symbol({ shape, box, color, symbol }: Look) {
  if (!symbol) return null;
  const at = placeOf(symbol, box);
  const [y, size] = symbol.text ?? [0, 0];
  return (
    <>
      <SymbolView symbol={symbol} box={box} color={color} />
      {size > 0 && <Sign text={shape.text} color={color} x={at.x + at.w / 2} y={at.y + y * at.scale} r={0.56 * at.w} size={size * at.scale} />}
    </>
  );
}

export function Piece(look: Look) {
  const { shape, box, color, symbol } = look;
  const last = shape.marks?.includes("last");
  if (shape.form === "stick")
    return (
      <>
        <rect class="sheer" x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} />
        {symbol ? <Symbol {...look} /> : <Form shape={shape} color={color} spot={middle(box)} />}
        {last && <path class="last" d={`M${tenth(box.x)} ${tenth(box.y)}L${tenth(box.x + box.w)} ${tenth(box.y + box.h)}`} />}
      </>
    );
  const spot = middle(box);
  return (
    <>
      {last && ["halo", "last"].map((name) => <Circle name={name} x={spot.x} y={spot.y} r={spot.r + 0.05 * CELL} />)}
      {symbol ? <Symbol {...look} /> : <Form shape={shape} color={color} spot={spot} />}
    </>
  );
}
