// Bars of a match, made ready to be drawn: all players on one scale.
import type { MatchPlayer } from "./events";
import { w } from "../strings/strings";
import { local, percent } from "./numbers";

export interface Bars {
  from: number;
  width: number;
  /** Of all games, in each bar. */
  shares: number[];
  /** The largest share of any player. */
  top: number;
  /** What the bars say, in words. */
  words: string;
}

const TICKS = 7;

function told(from: number, width: number, shares: number[]): string {
  const at = (i: number) => local(rounded(from + i * width));
  return shares
    .map((share, i) => (share > 0 ? `${at(i)}${i === shares.length - 1 ? "…" : `…${at(i + 1)}`}: ${percent(share, 1)}` : ""))
    .filter((text) => text !== "")
    .join(w.between);
}

/** Sums of widths such as 0.1 are not quite round. */
function rounded(x: number): number {
  return Number(x.toPrecision(12));
}

/** Nothing where a match has no bars, as of engines that are older than the page, or all scores are the same. */
export function barsOf(players: MatchPlayer[]): Bars[] {
  const all: Bars[] = [];
  for (const { histogram } of players) {
    const games = histogram?.counts.reduce((sum, n) => sum + n, 0) ?? 0;
    if (!histogram || games === 0 || histogram.counts.length < 2) return [];
    const shares = histogram.counts.map((n) => n / games);
    all.push({ from: histogram.min, width: histogram.width, shares, top: 0, words: told(histogram.min, histogram.width, shares) });
  }
  const top = Math.max(...all.flatMap((b) => b.shares));
  return all.map((b) => ({ ...b, top }));
}

/** Round numbers for the axis, where bars begin. */
export function axisOf({ from, width, shares }: Bars): number[] {
  const every = [1, 2, 5, 10, 20].find((n) => shares.length / n <= TICKS) ?? shares.length;
  const first = Math.ceil(rounded(from / width) / every) * every;
  const values: number[] = [];
  for (let k = first; k * width <= from + shares.length * width + 1e-9; k += every) values.push(rounded(k * width));
  return values;
}
