// The symbols of a game, and the textures of materials.
import { type Box, tenth } from "./box";
import type { BoardSymbol, SymbolPath } from "../model/shapes";

function classOf({ fill, line }: SymbolPath, color: string): string | undefined {
  if (fill === "owner") return line ? `${color} line` : undefined;
  return line ? `f-${fill} l` : `f-${fill}`;
}

/** Where a symbol is drawn in a box: in its proportions, in the middle. */
export function placeOf(symbol: BoardSymbol, box: Box): Box & { scale: number } {
  const [w, h] = symbol.box;
  const scale = Math.min(box.w / w, box.h / h);
  return { x: box.x + (box.w - scale * w) / 2, y: box.y + (box.h - scale * h) / 2, w: scale * w, h: scale * h, scale };
}

export function SymbolView({ symbol, box, color }: { symbol: BoardSymbol; box: Box; color: string }) {
  const at = placeOf(symbol, box);
  return (
    <g class={`sym ${color}`} transform={`translate(${tenth(at.x)} ${tenth(at.y)}) scale(${at.scale.toFixed(4)})`}>
      {symbol.paths.map((path) => (
        <path class={classOf(path, color)} stroke-width={path.line} d={path.d} />
      ))}
    </g>
  );
}

/** What grounds of wood and felt look like from near; a ground without it is plain. */
export function Textures() {
  return (
    <defs>
      <pattern id="grain-wood" width="210" height="64" patternUnits="userSpaceOnUse">
        <path class="grain" d="M0 6C60 2 90 12 210 6M0 17C50 21 120 12 210 17M0 25C80 23 140 30 210 25M0 38C40 34 130 44 210 38M0 47C70 52 150 42 210 47M0 58C90 55 120 62 210 58" />
        <path class="grain thin" d="M30 32C60 28 80 30 96 32C80 35 60 36 30 32M0 12C80 15 150 7 210 12M0 53C60 49 160 57 210 53" />
      </pattern>
      <pattern id="grain-felt" width="6" height="6" patternUnits="userSpaceOnUse">
        <path class="grain" d="M0 1L2 0M3 4L5 3M1 5L2 6M4 1L5 2" />
      </pattern>
    </defs>
  );
}

export function textureOf(material: string | undefined): string | null {
  return material === "wood" || material === "felt" ? `url(#grain-${material}) none` : null;
}
