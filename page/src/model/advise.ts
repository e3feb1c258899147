// The adviser's words as marks on the board.
import type { Arrow } from "../board/marks";
import type { AdviceTold, LegalMove } from "./events";
import { amount, signed } from "./numbers";

const MARKED = 3; // moves at most

/** The best moves, from what is pressed first to what is pressed last. */
export function arrowsOf(told: AdviceTold | null, legal: LegalMove[]): Arrow[] {
  if (!told) return [];
  const { value, moves } = told.advice;
  return moves.slice(0, MARKED).flatMap((m, i) => {
    const way = legal.find((l) => l.move === m.move);
    const press = way?.press?.filter((id) => id !== "done") ?? [];
    if (press.length === 0) return [];
    const text = i === 0 || m.loss === null ? amount(m.value, value) : signed(-m.loss, value);
    return way?.set ? press.map((id, j) => ({ press: [id], text: j === 0 ? text : "", rank: i })).slice(0, i === 0 ? 9 : 0) : [{ press, text, rank: i }];
  });
}
