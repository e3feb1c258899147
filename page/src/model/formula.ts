// A formula that is a sum of weighted terms: what sliders can say of eval=expr(...).

/** A term of a game, as `games GAME` lists it. */
export interface FormulaTerm {
  name: string;
  help: string;
  least: number;
  most: number;
  shared: boolean;
}

/** How far a slider goes, to both sides. */
export const WIDEST = 20;

const PART = /([+-]?)\s*(?:(\d+(?:\.\d+)?)\s*\*\s*)?((?:mine\.|theirs\.)?[a-z][a-z0-9_]*)/y;

/** The weight of each term in a sum such as "10*men + 15*kings - mine.back"; null: it is another formula. */
export function weightsIn(formula: string): Map<string, number> | null {
  const weights = new Map<string, number>();
  const text = formula.trim();
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const begins = PART.lastIndex === 0;
    const found = PART.exec(text);
    if (!found || (!begins && !found[1])) return null;
    const [, sign, number, name = ""] = found;
    if (weights.has(name)) return null;
    weights.set(name, (sign === "-" ? -1 : 1) * Number(number ?? 1));
    PART.lastIndex += /^\s*/.exec(text.slice(PART.lastIndex))![0].length;
  }
  return weights;
}

/** "10*men - 2*mine.back"; "0" of no term. */
export function formulaOf(weights: Map<string, number>): string {
  const parts = [...weights].filter(([, weight]) => weight !== 0).map(([name, weight]) => ({ name, sign: weight < 0 ? "-" : "+", size: Math.abs(weight) }));
  return parts.map(({ name, sign, size }, i) => `${i > 0 ? ` ${sign} ` : sign === "-" ? "-" : ""}${size === 1 ? "" : `${size}*`}${name}`).join("") || "0";
}

/** The formula of "expr(...)"; null: another evaluation. */
export function formulaIn(evaluation: string): string | null {
  return /^expr\((.*)\)$/.exec(evaluation.trim())?.[1] ?? null;
}
