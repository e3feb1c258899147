// Numbers as a person reads them.
import { w } from "../strings/strings";
import type { Column } from "./events";

/** Of what an evaluation counts. */
export const PAWN_DIGITS = 2;

/** A number as the language writes it: with its mark before the decimals. For what is read, never for what is sent. */
export function local(x: number | string): string {
  return String(x).replace(".", w.decimal);
}

function rounded(x: number, digits: number): string {
  const text = x.toFixed(digits);
  return local(/^-0(\.0+)?$/.test(text) ? text.slice(1) : text);
}

/** Bytes as megabytes, without the unit. */
export function megabytes(bytes: number): string {
  return rounded(bytes / 1e6, 1);
}

export function percent(share: number, digits: number): string {
  return `${rounded(100 * share, digits)} %`;
}

/** A value of a column: probabilities in percent, others with as many digits as are significant, or as are given. */
export function amount(value: number | null | undefined, column: Pick<Column, "unit"> | null, digits?: number): string {
  if (value === null || value === undefined) return "–";
  if (column?.unit === "probability") return percent(value, 1);
  if (digits !== undefined) return rounded(value, digits);
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  return rounded(value, size >= 100 ? 1 : size >= 1 ? 2 : 3);
}

export function signed(value: number, column: Pick<Column, "unit"> | null, digits?: number): string {
  const text = amount(value, column, digits);
  return value > 0 && !/^[0., %]+$/.test(text) ? `+${text}` : text;
}

/** A value or a loss: probabilities in percent, with the digits of the analyst. */
export function worth(value: number | null | undefined, chance: boolean, decimals: number, sign: boolean): string {
  if (value === null || value === undefined) return "–";
  const text = rounded(chance ? 100 * value : value, decimals);
  return `${sign && value > 0 && !/^[0.,]+$/.test(text) ? "+" : ""}${text}${chance ? " %" : ""}`;
}

/** 1234567 as "1.2 M". */
export function many(count: number): string {
  if (count < 10_000) return String(Math.round(count));
  if (count < 1_000_000) return `${rounded(count / 1000, count < 100_000 ? 1 : 0)} ${w.thousand}`;
  if (count < 1e9) return `${rounded(count / 1e6, 1)} ${w.million}`;
  return `${rounded(count / 1e9, 1)} ${w.billion}`;
}

export function seconds(time: number): string {
  return time < 1 ? `${Math.round(time * 1000)} ms` : `${rounded(time, 1)} s`;
}

/** Three digits are enough for a picture. */
export function plain(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  const text = Number.isInteger(size) && size < 1e9 ? size : size >= 100 && size < 1e9 ? size.toFixed(1) : Number(size.toPrecision(3));
  return value < 0 ? `−${local(text)}` : local(text);
}

/** One for each seat: "(8, 3, 5)". */
export function tuple(value: readonly (number | null)[]): string {
  return `(${value.map(plain).join(w.between)})`;
}

/** One number if the others follow from it, else one for each seat. */
export function valueText(value: readonly (number | null)[], pov: number | null): string {
  const opposed = value.length === 2 && value[0] !== null && value[0] === -(value[1] ?? NaN);
  if (value.length === 1 || (pov !== null && opposed)) return plain(value[pov ?? 0] ?? null);
  return tuple(value);
}

/** "-19/6", "2.5", "2,5", "−1". */
export function readNumber(text: string): number {
  const [above = "", below = "1"] = text.trim().replace(/−/g, "-").replace(/,/g, ".").split("/");
  return Number(above) / Number(below);
}
