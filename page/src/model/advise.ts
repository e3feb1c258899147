// The adviser's best move as marks on the board.
import type { AdviceTold, LegalMove, Step } from "./events";
import { amount } from "./numbers";

/** The way of one thing that a move moves, or where one place alone is meant a mark on it. */
export interface Arrow {
  press: string[];
  text: string;
  /** How many others go the same way. */
  beside: number;
  /** Of which kind, if it is not the best move. */
  name?: "best" | "line" | "drawn" | "threat";
}

/** The ways of what moves, one after another: steps that follow each other are of one thing. What only goes or comes has none. */
function waysOf(steps: Step[]): string[][] {
  const ways: string[][] = [];
  for (const [from, to] of steps) {
    const last = ways[ways.length - 1];
    if (from === null || to === null || from === to) continue;
    if (last && last[last.length - 1] === from) last.push(to);
    else ways.push([from, to]);
  }
  return ways;
}

/** A move as arrows: one for each thing that it moves, or a mark on each that is pressed for it. */
export function arrowsOfMove(way: LegalMove, text: string): Arrow[] {
  const ways = waysOf(way.steps ?? []);
  const marks = ways.length > 0 ? ways : (way.input ?? []).filter((id) => id !== "done").map((id) => [id]);
  const before = (i: number) => marks.slice(0, i).filter((one) => one.join() === (marks[i] as string[]).join()).length;
  return marks.map((press, i) => ({ press, text: i === 0 ? text : "", beside: before(i) }));
}

/** The best move; `valued`: with its value. */
export function arrowsOf(told: AdviceTold | null, legal: LegalMove[], valued: boolean): Arrow[] {
  const best = told?.advice.moves[0];
  const way = best && legal.find((l) => l.move === best.move);
  return told && way ? arrowsOfMove(way, valued ? best.value_said ?? amount(best.value, told.advice.value) : "") : [];
}
