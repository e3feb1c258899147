// A decision about the stakes in a review: each action against the best one possible, and the thresholds of the win
// probability.
import type { ReviewMove } from "./events";

export interface Choice {
  name: string;
  worth: number;
  /** Its value less that of the best; null: no longer possible. More than 0: only after a mistake of the responder. */
  against: number | null;
  best: boolean;
  /** Whether the choice led there, or left it to who is asked. */
  chosen: "made" | "offered" | null;
}

const NEAR = 1e-9;

/** Whether it is a decision about the stakes. */
export function isStakes(move: ReviewMove): boolean {
  return Object.keys(move.stake_actions ?? {}).length > 0;
}

/** The first action offers nothing; among the others the responder chooses, so the value of an offer is the least of theirs. */
export function choicesOf(move: ReviewMove): Choice[] {
  const outlooks = Object.entries(move.stake_actions ?? {});
  const worths = outlooks.map(([, worth]) => worth);
  const [silent = 0, ...offers] = worths;
  const offered = Math.min(...offers);
  const best = move.responding ? Math.max(...offers) : Math.max(silent, offered);
  const chosen = (i: number): Choice["chosen"] => {
    if (move.chosen !== null) return move.chosen === outlooks[i]?.[0] ? "made" : null;
    return i > 0 && !move.responding ? "offered" : null;
  };
  return outlooks.map(([name, worth], i) => {
    const gone = move.responding === true && i === 0;
    return { name, worth, against: gone ? null : worth - best, best: !gone && Math.abs(worth - best) < NEAR, chosen: chosen(i) };
  });
}

/** A chance to win: of who offers, and of who is asked. */
export interface Bound {
  name: string;
  offers: number | null;
  asks: number | null;
}

/** In the order in which they are shown, each with the names of a review for either side. */
const NAMES: [name: string, offers: string, asks: string][] = [
  ["wins", "wins", ""],
  ["double from", "double from", ""],
  ["take from", "drop from", "take from"],
  ["dead cube", "", "dead cube"],
  ["live cube", "", "live cube"],
  ["too good from", "too good from", ""],
];

const other = (chance: number | null) => (chance === null ? null : 1 - chance);

/** All margins, those that are not known by name as they are called. */
export function boundsOf(move: ReviewMove): Bound[] {
  const margins = move.thresholds ?? {};
  const told = NAMES.filter(([, ...keys]) => keys.some((key) => key in margins)).map(([name, offers, asks]): Bound => {
    const own = margins[offers] ?? other(margins[asks] ?? null);
    return { name, offers: own, asks: margins[asks] ?? other(own) };
  });
  const known = NAMES.flatMap(([, ...keys]) => keys);
  const more = Object.keys(margins).filter((key) => !known.includes(key));
  return [...told, ...more.map((name): Bound => ({ name, offers: margins[name] ?? null, asks: null }))];
}

/** What is right there: no offer; an offer that is taken; an offer that is dropped; playing on for more. */
export type Zone = "silent" | "taken" | "dropped" | "beyond";
export interface Span {
  zone: Zone;
  from: number;
  to: number;
}
export interface Window {
  spans: Span[];
  /** The win probability of the doubler, and the span that it is in. */
  now: number;
  at: Span;
}

/** The win probability of the doubler from 0 to 1, cut at the thresholds; null if they are not known. */
export function windowOf(move: ReviewMove): Window | null {
  const bound = (name: string) => boundsOf(move).find((b) => b.name === name)?.offers ?? null;
  const now = bound("wins");
  if (now === null) return null;
  const from = bound("double from") ?? 1;
  const beyond = Math.max(from, bound("too good from") ?? 1);
  const drop = Math.min(beyond, Math.max(from, bound("take from") ?? 1));
  const cuts: [Zone, number, number][] = [
    ["silent", 0, from],
    ["taken", from, drop],
    ["dropped", drop, beyond],
    ["beyond", beyond, 1],
  ];
  const spans = cuts.filter(([, low, high]) => high > low).map(([zone, low, high]): Span => ({ zone, from: low, to: high }));
  const at = spans.find((span) => now < span.to) ?? spans[spans.length - 1];
  return at ? { spans, now, at } : null;
}
