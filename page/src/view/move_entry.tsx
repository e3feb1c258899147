// Moves as text: typed, or chosen from the list of legal moves.
import type { Table } from "../state/table";
import { moveSaid } from "../model/said";
import { w } from "../strings/strings";

export function MoveEntry({ table }: { table: Table }) {
  const isFriends = table.line.ownSeat !== null && !table.asking.isDue; // by turns, while the friend has the link; not while a move is on its way, which would take the focus
  if (table.now.result || isFriends || (table.people === 0 && !table.asking.rolls)) return null;
  const label = table.asking.rolls ? w.typeDice : w.typeMove;
  const make = async (form: HTMLFormElement) => {
    const input = form.elements.namedItem("move") as HTMLInputElement;
    const text = input.value.trim();
    if (!text) return;
    const answer = await table.make(text);
    if (answer.ok) input.value = "";
  };
  return (
    <form
      class="typed move-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <label for="typed-move" class="unseen">
        {label}
      </label>
      <input id="typed-move" placeholder={label} name="move" type="text" class="mono" autocomplete="off" autocapitalize="off" spellcheck={false} aria-invalid={table.line.failed ? "true" : undefined} />
      <button type="submit" disabled={!table.isAsked}>
        {w.enter}
      </button>
    </form>
  );
}

/** The rules that the options of this game set. */
export function RulesView({ table }: { table: Table }) {
  const rules = table.hello?.rules ?? [];
  if (rules.length === 0) return null;
  return (
    <details class="panel rules">
      <summary>{w.rulesHere}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  );
}

export function LegalView({ table }: { table: Table }) {
  const moves = table.isAsked && table.cover.seat === null ? table.asking.legal : [];
  const names = new Map(moves.map((m) => [m.move, moveSaid(m)]));
  if (names.size === 0) return null;
  return (
    <details class="panel">
      <summary>{w.legal(names.size)}</summary>
      <ul class="legal">
        {[...names].map(([move, said]) => (
          <li key={move}>
            <button class="mono" onClick={() => void table.make(move)}>
              {said}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
