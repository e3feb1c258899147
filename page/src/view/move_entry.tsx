// Moves as text: typed, or chosen from the list of legal moves.
import type { Table } from "../state/table";
import { w } from "../strings/strings";

export function MoveEntry({ table }: { table: Table }) {
  const label = table.rolls ? w.typeDice : w.typeMove;
  const make = async (form: HTMLFormElement) => {
    const input = form.elements.namedItem("move") as HTMLInputElement;
    const text = input.value.trim();
    if (!text) return;
    const answer = await table.make(text);
    if (answer.ok) input.value = "";
  };
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <label for="typed-move">{label}</label>
      <input id="typed-move" name="move" type="text" class="mono" autocomplete="off" autocapitalize="off" spellcheck={false} aria-invalid={table.failed ? "true" : undefined} />
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
  const moves = table.isAsked && table.cover === null ? table.legal : [];
  const names = [...new Set(moves.map((m) => m.move))];
  if (names.length === 0) return null;
  return (
    <details class="panel">
      <summary>{w.legal(names.length)}</summary>
      <ul class="legal">
        {names.map((move) => (
          <li key={move}>
            <button class="mono" onClick={() => void table.make(move)}>
              {move}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
