// What can be done at a table besides moving.
import { canTurn } from "../board/box";
import type { App } from "../state/app";
import type { Desk } from "../state/table_screen";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

async function copyLink(app: App, desk: Desk): Promise<void> {
  const fragment = app.link();
  if (fragment === null) return;
  const link = location.href.replace(/#.*$/, "") + fragment;
  try {
    await navigator.clipboard.writeText(link);
    desk.copied = true;
    desk.link = null;
  } catch {
    desk.link = link;
  }
  desk.redraw();
}

export function Draw({ desk }: { desk: Desk }) {
  const { table } = desk;
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

function Sure({ desk }: { desk: Desk }) {
  if (desk.sure !== "resign") return null;
  return (
    <section class="asks" role="alert">
      <span>{w.resignSure}</span>
      <button class="danger" onClick={() => void desk.table.say("resign")}>
        {w.resign}
      </button>
      <button onClick={() => desk.ask(null)}>{w.cancel}</button>
    </section>
  );
}

export function Controls({ app, desk }: { app: App; desk: Desk }) {
  const { table } = desk;
  const people = table.seats.some((s) => s.person);
  const machines = table.seats.some((s) => !s.person) || table.hello?.dice === "own";
  const open = table.result === null && table.hello?.game !== undefined;
  const two = table.seats.length === 2;
  return (
    <>
      <Sure desk={desk} />
      <div class="controls" role="group" aria-label={w.table}>
        {open && people && (
          <button aria-pressed={desk.adviser.on} onClick={() => desk.adviser.set(!desk.adviser.on)}>
            {w.advise}
          </button>
        )}
        {people && (
          <button disabled={table.played.length === 0} onClick={() => void table.say("undo")}>
            {w.undo}
          </button>
        )}
        {(table.thinking || desk.review.running) && <button onClick={() => void table.say("stop")}>{w.stop}</button>}
        {open && machines && !desk.holds && <button onClick={() => void desk.hold(true)}>{w.hold}</button>}
        {open && desk.holds && <button onClick={() => desk.step()}>{w.step}</button>}
        {open && desk.holds && <button onClick={() => void desk.hold(false)}>{w.goByItself}</button>}
        {table.scene && canTurn(table.scene) && (
          <button aria-pressed={desk.turned} onClick={() => desk.turn()}>
            {w.turnBoard}
          </button>
        )}
        {open && people && two && (
          <button disabled={!table.asked?.you} onClick={() => void table.say("draw offer")}>
            {w.offerDraw}
          </button>
        )}
        {open && people && two && <button onClick={() => desk.ask("resign")}>{w.resign}</button>}
        <button onClick={() => void copyLink(app, desk)}>{w.copyLink}</button>
      </div>
      {desk.link !== null && (
        <label class="field">
          <span>{w.linkHere}</span>
          <input type="text" class="mono" readOnly value={desk.link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  );
}

/** While an earlier moment is looked at. */
export function LookBack({ app, desk }: { app: App; desk: Desk }) {
  const { table } = desk;
  if (table.looking === null) return null;
  return (
    <section class="asks" role="status">
      <span>{w.lookingBack(table.looking)}</span>
      <button onClick={() => table.look(null)}>{w.last}</button>
      <button class="main" onClick={() => void app.fromHere()}>
        {w.fromHere}
      </button>
    </section>
  );
}
