// Who sits at the table, and whose turn it is.
import type { Ask, Mover, Seat } from "../model/events";
import { amount } from "../model/numbers";
import { capital } from "../model/said";
import type { Table } from "../state/table";
import type { Clocks } from "../state/clocks";
import { ClockView } from "./clock";
import { SeatSign } from "./seat_sign";
import { w } from "../strings/strings";

/** What a seat is called: by its person's name, as the game calls it, or by its number. */
export function nameOf(table: Table, mover: Mover): string {
  if (typeof mover !== "number") return mover === "chance" ? w.chance : "";
  const seat = table.seats[mover];
  const { ownSeat } = table.line;
  if (seat?.person && !seat.display_name && (table.people === 1 || ownSeat === mover)) return w.you;
  if (seat?.person && !seat.display_name && ownSeat !== null) return w.turns.friend;
  return table.called(mover);
}

/** Which level of the game a player is, else its name without its options, which its title has. */
function levelOf(table: Table, spec: string): string {
  const at = table.hello?.game?.levels?.of.findIndex((level) => level.player === spec) ?? -1;
  return at < 0 ? spec.replace(/:.*/, "") : w.homeTexts.level(at + 1);
}

/** Which seat it is, and who sits there, where its name does not say so. */
function besides(table: Table, seat: Seat): string {
  const said = nameOf(table, seat.seat);
  const words = [table.seats.length > 1 ? table.called(seat.seat) : said, seat.person ? "" : levelOf(table, seat.player)];
  return words.filter((word) => word !== said && word !== "").join(", ");
}

/** Whose move it is: at one's own machine one's own, or that of somebody elsewhere. */
function turnOf(table: Table, asked: Ask): string {
  const isOwn = table.people === 1 || typeof table.hello?.view === "number";
  if (asked.you && isOwn) return w.youMove;
  return asked.you ? w.yourMove(nameOf(table, asked.seat)) : w.friend.theirMove(nameOf(table, asked.seat));
}

/** What the seat to move is to do, as its game says it. */
function taskOf(table: Table): string {
  const due = table.now.scene?.find("due")?.text;
  return due ? `: ${due}` : "";
}

/** Who was to do what at an earlier moment that is looked at; "": nothing to be said, or the present one is. */
export function pastTask(table: Table): string {
  const { seen } = table.past;
  const due = table.past.looking === null ? undefined : seen?.scene.find("due")?.text;
  return seen && due ? capital([nameOf(table, seen.toMove), due].filter(Boolean).join(": ")) : "";
}

function situation(table: Table): string {
  if (table.now.result) return w.gameOver;
  if (table.cover.seat !== null) return w.cover(nameOf(table, table.cover.seat));
  if (table.asking.ask?.offer !== undefined) return w.drawOffered(nameOf(table, table.asking.ask.offer));
  if (table.asking.resigns) return w.resigns(nameOf(table, table.asking.resigns.seat), table.asking.resigns.said);
  if (table.asking.takeback !== null) return w.clocks.asksBack(nameOf(table, table.asking.takeback));
  if (table.asking.rolls) return w.rollDice;
  const { now: { thinking }, asking: { ask: asked } } = table;
  const turn = asked && `${table.stands ? `${w.clocks.stopped} ` : ""}${turnOf(table, asked)}${taskOf(table)}`;
  if (thinking?.task === "open") return `${asked?.you ? `${turn}. ` : ""}${w.opening(thinking.player)}`;
  if (thinking) return w.thinks(thinking.seat === undefined ? thinking.player : nameOf(table, thinking.seat));
  if (turn) return turn;
  if (table.hello?.paused) return w.paused;
  return table.now.scene?.find("turn")?.text ?? "";
}

/** What is going on, in a sentence. */
export function statusOf(table: Table): string {
  return capital(situation(table));
}

/** What each seat got, where that is more than a win, a draw or a loss, which its sign and the outcome say. */
function pointsOf(table: Table): readonly number[] {
  const returns = table.now.result?.returns ?? [];
  return returns.some((points) => Math.abs(points) > 1) ? returns : [];
}

function SeatView({ table, clocks, seat }: { table: Table; clocks: Clocks; seat: Seat }) {
  const turn = table.now.toMove === seat.seat && !table.now.result;
  const thinks = table.now.thinking?.seat === seat.seat && table.now.thinking.task === "choose";
  const count = table.now.countOf(seat.seat);
  const returned = pointsOf(table)[seat.seat];
  return (
    <li class={turn ? "seat turn" : "seat"} aria-current={turn ? "true" : undefined}>
      <SeatSign table={table} seat={seat.seat} />
      <span class="who">
        <b>{capital(nameOf(table, seat.seat))}</b>
        <span class="quiet" title={seat.person ? undefined : seat.player}>
          {besides(table, seat)}
        </span>
      </span>
      {thinks && <span class="thinks" aria-hidden="true" />}
      {count && <span class="count">{count}</span>}
      {table.hello?.clock && <ClockView clocks={clocks} seat={seat.seat} name={nameOf(table, seat.seat)} />}
      {returned !== undefined && parseFloat(count) !== returned && <span class="returns">{amount(returned, null).replace("-", "−")}</span>}
    </li>
  );
}

/** Those who sit on one side of the board: with two seats one on each, others together. */
export function SeatsView({ table, clocks, seats, side }: { table: Table; clocks: Clocks; seats: number[]; side: "above" | "below" }) {
  if (seats.length === 0) return null;
  return (
    <ul class={`seats ${side}${seats.length > 4 ? " many crowd" : seats.length > 2 ? " many" : ""}`} aria-label={w.tableScreen.players}>
      {seats.map((seat) => table.seats[seat] && <SeatView key={seat} table={table} clocks={clocks} seat={table.seats[seat]} />)}
    </ul>
  );
}
