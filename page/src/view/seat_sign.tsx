// The sign of a seat: a disc in its colour, with a tick where it has won, unless it is the sign of one move among many.
import { isDark } from "../board/piece";
import type { Table } from "../state/table";

export function SeatSign({ table, seat, ticked = true }: { table: Table; seat: number; ticked?: boolean }) {
  const color = table.hello?.scene?.seats[seat]?.color ?? "none";
  return (
    <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
      <circle class={color} cx="10" cy="10" r="8" />
      {ticked && table.now.result?.winners.includes(seat) && <path class={isDark(color) ? "won" : "won on-light"} d="M5.5 10.5l3 3l6-7" />}
    </svg>
  );
}
