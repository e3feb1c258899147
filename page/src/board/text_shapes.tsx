// What carries text: dice, cards, labels, lines as a terminal has them.
import type { Shape } from "../model/shapes";
import { type Box, CELL, fit, inset, tenth } from "./box";
import { type Drawn, Ground, Marks } from "./board_shapes";
import { SymbolView } from "./symbol";
import { Circle, Sign, isDark, middle } from "./piece";

const LINES = 6;
/** Bits of three rows of pips, from the top left. */
const pips = [0, 0o020, 0o104, 0o124, 0o505, 0o525, 0o555];

export function Die({ shape, box }: { shape: Shape; box: Box }) {
  const spot = middle(box);
  const face = /^[1-6]$/.test(shape.text ?? "") ? Number(shape.text) : 0;
  const held = shape.marks?.includes("held") ? " held" : "";
  const round = tenth(0.4 * spot.r);
  const frame = inset(box, -0.09 * CELL);
  return (
    <>
      <rect class="f-shade" x={tenth(box.x + 0.05 * box.w)} y={tenth(box.y + 0.07 * box.h)} width={tenth(box.w)} height={tenth(box.h)} rx={round} />
      <rect class={`die${held}${shape.text === "?" ? " thin" : ""}`} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx={round} />
      {shape.marks?.includes("last") && (
        <rect class="last" x={tenth(frame.x)} y={tenth(frame.y)} width={tenth(frame.w)} height={tenth(frame.h)} rx={round + 3} />
      )}
      {[0, 1, 2, 3, 4, 5, 6, 7, 8].map(
        (i) =>
          ((pips[face] as number) >> i) & 1 ? (
            <Circle name="pip" x={spot.x + ((i % 3) - 1) * 0.52 * spot.r} y={spot.y + (Math.floor(i / 3) - 1) * 0.52 * spot.r} r={0.19 * spot.r} />
          ) : null,
      )}
      {!face && <Sign text={shape.text} color="white" {...spot} size={spot.r} />}
    </>
  );
}

/** A text in lines of at most N characters. */
export function broken(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  return lines;
}

/** Text broken into lines, in the largest size in which they fit the box. */
function Lines({ text, box, ink }: { text: string; box: Box; ink: string }) {
  let size = 0.36 * CELL;
  let lines: string[] = [];
  for (; size > 0.14 * CELL; size *= 0.94) {
    const columns = Math.floor((box.w - 4) / (0.55 * size));
    lines = broken(text, columns);
    if (lines.length <= LINES && lines.length * 1.15 * size <= box.h - 2 && lines.every((l) => l.length <= columns)) break;
  }
  const first = box.y + box.h / 2 - lines.length * 0.575 * size + 0.88 * size;
  return (
    <>
      {lines.slice(0, LINES).map((line, i) => (
        <text class={ink} x={tenth(box.x + box.w / 2)} y={tenth(first + i * 1.15 * size)} font-size={tenth(size)}>
          {line}
        </text>
      ))}
    </>
  );
}

/** The symbol of a card is beside its text, or above it on a card that is not wide. */
function split(box: Box, text: string): [Box, Box] {
  const wide = box.w > 1.5 * box.h;
  const part = !text ? (wide ? box.w : box.h) : wide ? Math.min(box.h, 0.36 * box.w) : 0.55 * box.h;
  return wide
    ? [{ ...box, w: part }, { ...box, x: box.x + part, w: box.w - part }]
    : [{ ...box, h: part }, { ...box, y: box.y + part, h: box.h - part }];
}

export function Card({ shape, box, color, symbol, ink }: Drawn) {
  const text = shape.text ?? "";
  const [at, rest] = symbol ? split(box, text) : [box, box];
  const marks = `${shape.marks?.includes("held") ? " held" : ""}${shape.marks?.includes("faint") ? " thin" : ""}`;
  return (
    <>
      <Ground shape={shape} box={box} name={`card${marks}`} round={0.12 * CELL} />
      {symbol && <SymbolView symbol={symbol} box={inset(at, 0.08 * Math.min(at.w, at.h))} color={color} />}
      <Lines text={text} box={rest} ink={ink} />
    </>
  );
}

/** A badge in the colour of who holds something. */
function Flag({ shape, box, color }: { shape: Shape; box: Box; color: string }) {
  const text = shape.text ?? "";
  const size = fit(text, 0.9 * box.w, 0.8 * box.h);
  return (
    <>
      <rect class={color} x={tenth(box.x)} y={tenth(box.y)} width={tenth(box.w)} height={tenth(box.h)} rx="2" />
      <text class={isDark(color) ? "bold on-dark" : "bold on-light"} x={tenth(box.x + box.w / 2)} y={tenth(box.y + box.h / 2 + 0.36 * size)} font-size={tenth(size)}>
        {text}
      </text>
    </>
  );
}

export function Label({ shape, box, color, symbol, ink }: Drawn) {
  if (shape.form === "flag") return <Flag shape={shape} box={box} color={color} />;
  const text = shape.text ?? "";
  const turn = shape.marks?.includes("turn");
  const high = 0.72 * box.h;
  const begin = box.x + (turn ? high : symbol ? 1.25 * box.h : 0);
  const size = fit(text, box.x + box.w - begin, high);
  const anchor = shape.form === "begin" ? "begin" : shape.form === "end" ? "end" : "";
  const x = shape.form === "begin" ? begin : shape.form === "end" ? box.x + box.w : (begin + box.x + box.w) / 2;
  const weight = turn || shape.marks?.includes("held") ? " bold" : "";
  const y = box.y + box.h / 2;
  return (
    <>
      <Marks shape={shape} box={box} round={0} />
      {turn && (
        <path class={`turn ${ink}`} d={`M${tenth(box.x + 0.1 * high)} ${tenth(y - 0.4 * high)}l${tenth(0.65 * high)} ${tenth(0.4 * high)}l${tenth(-0.65 * high)} ${tenth(0.4 * high)}z`} />
      )}
      {symbol && <SymbolView symbol={symbol} box={text ? { ...box, w: box.h } : box} color={color} />}
      {text && (
        <text class={`${anchor}${weight}${shape.marks?.includes("faint") ? " quiet" : ""} ${ink}`} x={tenth(x)} y={tenth(y + 0.36 * size)} font-size={tenth(size)}>
          {text}
        </text>
      )}
    </>
  );
}

/** Lines as a terminal has them. */
export function Terminal({ shape, box }: { shape: Shape; box: Box }) {
  return (
    <>
      {(shape.text ?? "").split("\n").map((line, i) => (
        <text class="mono" x={tenth(box.x)} y={tenth(box.y + (0.375 + 0.5 * i) * CELL)} font-size={0.4 * CELL}>
          {line}
        </text>
      ))}
    </>
  );
}
