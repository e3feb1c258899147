// How the game ended, and what can be done now.
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { AskAgain } from "../friend/friend_view";
import { outcomeOf } from "../model/outcome";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

export function Outcome({ app, tableScreen, share }: { app: App; tableScreen: TableScreen; share: () => void }) {
  const { table, analysis: { review } } = tableScreen;
  if (!table.now.result) return null;
  const names = table.seats.map(({ seat }) => nameOf(table, seat));
  const you = table.people === 1 ? (table.seats.find((s) => s.person)?.seat ?? null) : null;
  return (
    <section class="outcome" role="status">
      <h2>{outcomeOf(table.now.result, names, you)}</h2>
      <p class="actions">
        {table.may("ask") && !review.running && !review.review && (
          <button class="main" onClick={() => void review.start()}>
            {w.reviewStart}
          </button>
        )}
        {table.may("table") ? <button onClick={() => void app.again()}>{w.again}</button> : <AskAgain tableScreen={tableScreen} />}
        {app.turnDesk.turns && <button onClick={() => void app.again()}>{w.turns.again}</button>}
        {table.may("table") && table.seats.length === 2 && !tableScreen.friend.people && <button onClick={() => void app.again(true)}>{w.tableScreen.swap}</button>}
        <button onClick={share}>{w.tableScreen.share}</button>
      </p>
    </section>
  );
}
