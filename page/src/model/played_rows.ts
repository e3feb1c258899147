// The moves of a game as rows: a column for each of two seats, and chance inside the move that it belongs to.
import type { Mover } from "./events";

export interface PlayedMove {
  ply: number;
  seat: Mover;
  /** undefined: made in secret. */
  text: string | undefined;
}
/** A move with what chance brought before it; without a move chance has come and the move has not. */
export interface Part {
  chance: string[];
  move: PlayedMove | null;
  /** The moment after it. */
  after: number;
}
/** What one seat does in a turn. */
export interface Turn {
  seat: number;
  parts: Part[];
}
export interface Row {
  number: number;
  /** One for each column; null: this seat does not move in this row. */
  turns: (Turn | null)[];
}

/** The turns of a game in order. A lone seat has a turn for each of its moves. */
function turnsOf(played: readonly PlayedMove[], seats: number, toMove: Mover): Turn[] {
  const turns: Turn[] = [];
  let chance: string[] = [];
  const put = (seat: number, part: Part) => {
    const last = turns[turns.length - 1];
    if (seats > 1 && last?.seat === seat) last.parts.push(part);
    else turns.push({ seat, parts: [part] });
    chance = [];
  };
  for (const move of played)
    if (typeof move.seat === "number") put(move.seat, { chance, move, after: move.ply + 1 });
    else chance.push(move.text ?? "");
  const last = played[played.length - 1];
  if (chance.length > 0 && last) put(typeof toMove === "number" ? toMove : 0, { chance, move: null, after: last.ply + 1 });
  return turns;
}

/** The rows: two seats have a column each, others share one. */
export function rowsOf(played: readonly PlayedMove[], seats: number, toMove: Mover): Row[] {
  const rows: Row[] = [];
  const columns = seats === 2 ? 2 : 1;
  for (const turn of turnsOf(played, seats, toMove)) {
    const column = columns === 2 ? turn.seat : 0;
    let row = rows[rows.length - 1];
    if (!row || row.turns.slice(column).some((one) => one !== null)) {
      row = { number: rows.length + 1, turns: Array<Turn | null>(columns).fill(null) };
      rows.push(row);
    }
    row.turns[column] = turn;
  }
  return rows;
}
