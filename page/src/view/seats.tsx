// Who sits at the table, whose turn it is, and how it ended.
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import type { Mover, Seat } from "../model/events";
import { amount } from "../model/numbers";
import type { Table } from "../state/table";
import { w } from "../strings/strings";

/** What a seat is called: by its person's name, as the game calls it, or by its number. */
export function nameOf(table: Table, mover: Mover): string {
  if (typeof mover !== "number") return mover === "chance" ? w.chance : "";
  const seat = table.seats[mover];
  if (seat?.person && !seat.display_name && table.people === 1) return w.you;
  return table.called(mover);
}

/** Which seat it is, and who sits there, where its name does not say so. */
function besides(table: Table, seat: Seat): string {
  const said = nameOf(table, seat.seat);
  const words = [table.seats.length > 1 ? seat.name : said, seat.person ? w.person_ : seat.player];
  return words.filter((word) => word !== said).join(", ");
}

/** What is going on, in a sentence. */
export function statusOf(table: Table): string {
  if (table.result) return w.gameOver;
  if (table.cover !== null) return w.cover(nameOf(table, table.cover));
  if (table.asked?.offer !== undefined) return w.drawOffered(nameOf(table, table.asked.offer));
  if (table.rolls) return w.rollDice;
  const { thinking, asked } = table;
  const turn = asked && (table.people === 1 && asked.you ? w.youMove : w.yourMove(nameOf(table, asked.seat)));
  if (thinking?.task === "open") return `${asked?.you ? `${turn}. ` : ""}${w.opening(thinking.player)}`;
  if (thinking) return w.thinks(thinking.seat === undefined ? thinking.player : nameOf(table, thinking.seat));
  if (turn) return turn;
  if (table.hello?.paused) return w.paused;
  return table.scene?.find("turn")?.text ?? "";
}

export function SeatsView({ table }: { table: Table }) {
  const colors = table.hello?.scene?.seats;
  return (
    <ul class="seats">
      {table.seats.map((seat) => {
        const turn = table.toMove === seat.seat && !table.result;
        const won = table.result?.winners.includes(seat.seat);
        const thinks = table.thinking?.seat === seat.seat && table.thinking.task === "choose";
        return (
          <li key={seat.seat} class={turn ? "seat turn" : "seat"} aria-current={turn ? "true" : undefined}>
            <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
              <circle class={colors?.[seat.seat]?.color ?? "none"} cx="10" cy="10" r="8" />
              {won && <path class="won" d="M5.5 10.5l3 3l6-7" />}
            </svg>
            <span>
              <b>{nameOf(table, seat.seat)}</b>
              <span class="quiet" title={seat.player}>{besides(table, seat)}</span>
            </span>
            {thinks && <span class="thinks" aria-hidden="true" />}
            {table.result && <span class="returns">{amount(table.result.returns[seat.seat], null)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function outcome(table: Table): string {
  const { result } = table;
  if (!result) return "";
  const names = result.winners.map((seat) => nameOf(table, seat));
  const reason = w.reasons[result.reason];
  if (table.seats.length === 1) return w.points(result.returns[0] ?? 0, amount(result.returns[0], null));
  const said = names.length === 1 ? (names[0] === w.you ? w.youWin : w.winner(names[0] as string)) : names.length === table.seats.length ? w.draw : w.sharedWin(names.join(", "));
  return reason ? `${said}, ${reason}` : said;
}

export function Outcome({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table, review } = tableScreen;
  if (!table.result) return null;
  return (
    <section class="outcome" role="status">
      <h2>{outcome(table)}</h2>
      <p class="actions">
        <button class="main" onClick={() => void app.again()}>
          {w.again}
        </button>
        {!review.running && !review.review && <button onClick={() => void review.start()}>{w.reviewStart}</button>}
      </p>
    </section>
  );
}
