// Symbols of a game's board: drawings that its shapes name. What comes from a game gets into the document only if it is
// path data and nothing else; a symbol that is not is as if there were none (docs/scene.md, "Symbols").
import type { BoardScene, BoardSymbol, Shape } from "./shapes";

const LENGTH = 600;
const PATHS = 24;
const SYMBOLS = 64;
const LARGEST = 9999;
const fills = ["owner", "edge", "ink", "paper", "accent", "shade", "light", "gold", "wood", "red", "green", "blue", "grey"];
/** How many numbers each command takes at a time. */
const counts: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const number = /-?(?:\d+(?:\.\d+)?|\.\d+)/g;

/** Whether a text is path data of SVG within the limits of docs/scene.md. */
export function isPath(d: unknown): d is string {
  if (typeof d !== "string" || d.length > LENGTH || !/^ *M/i.test(d)) return false;
  return (d.trim().match(/[a-z][^a-z]*|^[^a-z]+/gi) ?? []).every((part) => {
    const command = (part[0] as string).toUpperCase();
    const count = counts[command];
    const numbers = part.slice(1).match(number) ?? [];
    if (count === undefined || !/^ *(?:n(?: *,? *n)*)? *$/.test(part.slice(1).replace(number, "n"))) return false;
    if (count === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % count !== 0) return false;
    return numbers.every((n, i) => Math.abs(Number(n)) <= LARGEST && (command !== "A" || (i % 7 !== 3 && i % 7 !== 4) || n === "0" || n === "1"));
  });
}

function isSize(x: unknown): x is number {
  return typeof x === "number" && x > 0 && x <= LARGEST;
}

export function isSymbol(s: BoardSymbol): boolean {
  return (
    /^[\w.-]{1,32}$/.test(s.id) &&
    s.box.length === 2 &&
    s.box.every(isSize) &&
    (s.text === undefined || s.text.every(isSize)) &&
    s.paths.length <= PATHS &&
    s.paths.every((p) => fills.includes(p.fill) && (p.line === undefined || isSize(p.line)) && isPath(p.d))
  );
}

const known = new WeakMap<BoardScene, Map<string, BoardSymbol>>();

/** The symbols of a board that may be drawn; checked once. */
function symbolsOf(board: BoardScene): Map<string, BoardSymbol> {
  let found = known.get(board);
  if (!found) {
    found = new Map((board.symbols ?? []).slice(0, SYMBOLS).filter(isSymbol).map((s) => [s.id, s]));
    known.set(board, found);
  }
  return found;
}

/** What is drawn for a shape: the symbol that it names, for a piece else the one with the name of its form. */
export function symbolOf(board: BoardScene, shape: Shape): BoardSymbol | undefined {
  return symbolsOf(board).get(shape.symbol ?? (shape.kind === "piece" ? (shape.form ?? "plain") : ""));
}

const materials = ["wood", "felt", "paper", "card", "night"];

/** The class of a material and a tone; "": none. */
export function materialOf(material: string | undefined, shade = 0): string {
  return material && materials.includes(material) ? `m-${material}${shade ? 1 + ((shade - 1) % 2) : ""}` : "";
}

/** The class of a shape's text on a dark ground, its own, or for a label that of the board; "": the ground is light. */
export function inkOf(board: BoardScene, shape: Shape): "" | "in" | "in lit" {
  const ground = materialOf(shape.material ?? (shape.kind === "label" ? board.ground : ""), shape.shade);
  return /night/.test(ground) ? "in lit" : /felt2?$|wood1?$/.test(ground) ? "in" : "";
}
