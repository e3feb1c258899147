// What can be done at a table besides moving.
import { canTurn } from "../board/box";
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

async function copyLink(app: App, tableScreen: TableScreen): Promise<void> {
  const fragment = app.link();
  if (fragment === null) return;
  const link = location.href.replace(/#.*$/, "") + fragment;
  try {
    await navigator.clipboard.writeText(link);
    tableScreen.copied = true;
    tableScreen.link = null;
  } catch {
    tableScreen.link = link;
  }
  tableScreen.redraw();
}

export function Draw({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  if (table.asked?.offer === undefined) return null;
  return (
    <section class="asks">
      <span>{w.drawOffered(nameOf(table, table.asked.offer))}</span>
      <button class="main" onClick={() => void table.say("draw accept")}>
        {w.accept}
      </button>
      <button onClick={() => void table.say("draw refuse")}>{w.refuse}</button>
    </section>
  );
}

function Sure({ tableScreen }: { tableScreen: TableScreen }) {
  if (tableScreen.sure !== "resign") return null;
  return (
    <section class="asks" role="alert">
      <span>{w.resignSure}</span>
      <button class="danger" onClick={() => void tableScreen.table.say("resign")}>
        {w.resign}
      </button>
      <button onClick={() => tableScreen.ask(null)}>{w.cancel}</button>
    </section>
  );
}

export function Controls({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table } = tableScreen;
  const people = table.seats.some((s) => s.person);
  const machines = table.seats.some((s) => !s.person) || table.hello?.dice === "own";
  const open = table.result === null && table.hello?.game !== undefined;
  const two = table.seats.length === 2;
  return (
    <>
      <Sure tableScreen={tableScreen} />
      <div class="controls" role="group" aria-label={w.table}>
        {open && people && (
          <button aria-pressed={tableScreen.adviser.on} onClick={() => tableScreen.adviser.set(!tableScreen.adviser.on)}>
            {w.hint}
          </button>
        )}
        {people && (
          <button disabled={table.played.length === 0} onClick={() => void table.say("undo")}>
            {w.undo}
          </button>
        )}
        {(table.thinking || tableScreen.review.running) && <button onClick={() => void table.say("stop")}>{w.stop}</button>}
        {open && machines && !tableScreen.holds && <button onClick={() => void tableScreen.hold(true)}>{w.pause}</button>}
        {open && tableScreen.holds && <button onClick={() => tableScreen.step()}>{w.step}</button>}
        {open && tableScreen.holds && <button onClick={() => void tableScreen.hold(false)}>{w.continue}</button>}
        {table.scene && canTurn(table.scene) && (
          <button aria-pressed={tableScreen.turned} onClick={() => tableScreen.turn()}>
            {w.flipBoard}
          </button>
        )}
        {open && people && two && (
          <button disabled={!table.asked?.you} onClick={() => void table.say("draw offer")}>
            {w.offerDraw}
          </button>
        )}
        {open && people && two && <button onClick={() => tableScreen.ask("resign")}>{w.resign}</button>}
        <button onClick={() => void copyLink(app, tableScreen)}>{w.copyLink}</button>
      </div>
      {tableScreen.link !== null && (
        <label class="field">
          <span>{w.linkHere}</span>
          <input type="text" class="mono" readOnly value={tableScreen.link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  );
}

/** While an earlier moment is looked at. */
export function LookBack({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table } = tableScreen;
  if (table.looking === null) return null;
  return (
    <section class="asks" role="status">
      <span>{w.lookingBack(table.looking)}</span>
      <button onClick={() => table.look(null)}>{w.latest}</button>
      <button class="main" onClick={() => void app.fromHere()}>
        {w.playFromHere}
      </button>
    </section>
  );
}
