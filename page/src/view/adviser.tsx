// The adviser, off until asked.
import type { Advice } from "../model/events";
import type { TableScreen } from "../state/table_screen";
import { amount, PAWN_DIGITS, signed } from "../model/numbers";
import { moveSaid } from "../model/said";
import { ThreatView } from "../editor/threat_view";
import { w } from "../strings/strings";

type Advised = Advice["moves"][number];

/** A bound is no value. */
function markOf({ bound }: Advised): string {
  return bound === "at most" ? "≤ " : bound ? "≥ " : "";
}

function lossOf(m: Advised, { value, moves }: Advice, digits: number | undefined): string {
  if (m.loss === 0) return m.bound ? "–" : w.bestMove;
  if (m.loss === null || m.value_said || moves[0]?.value_said) return "–";
  return `${markOf(m)}${signed(-m.loss, value, digits)}`;
}

/** Moves with their value and loss. */
function AdviceTable({ advice, play }: { advice: Advice; play: (move: string) => void }) {
  const { value, columns, moves } = advice;
  const digits = advice.counts ? PAWN_DIGITS : undefined;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.adviser}>
      <table class="numbers">
        <caption>
          {value.label}: {w.kinds[value.kind] ?? value.kind}
          {advice.counts && `, ${advice.counts}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">{w.value}</th>
            <th scope="col">{w.loss}</th>
            {columns.map((c) => (
              <th key={c.key} scope="col" title={w.kinds[c.kind] ?? c.kind}>
                {c.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moves.map((m) => (
            <tr key={m.move} class={m.loss === 0 && !m.bound ? "best" : undefined}>
              <th scope="row">
                <button class="plain mono" onClick={() => play(m.move)}>
                  {moveSaid(m)}
                </button>
              </th>
              <td>
                {markOf(m)}
                {m.value_said ?? amount(m.value, value, digits)}
              </td>
              <td>{lossOf(m, advice, digits)}</td>
              {columns.map((c, i) => (
                <td key={c.key}>{amount(m.columns?.[i], c)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function AdviserParts({ tableScreen }: { tableScreen: TableScreen }) {
  const { adviser, study, table } = tableScreen;
  return (
    <>
      {!study.on && <ThreatView tableScreen={tableScreen} />}
      <label class="check">
        <input type="checkbox" checked={adviser.on} onChange={(event) => adviser.set(event.currentTarget.checked)} />
        {w.adviserOn}
      </label>
      <form
        class="typed"
        onSubmit={(event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem("adviser") as HTMLInputElement;
          if (input.value.trim()) void adviser.name(input.value.trim());
        }}
      >
        <label for="adviser">{w.adviserIs}</label>
        <input id="adviser" name="adviser" type="text" class="mono" list="players" autocomplete="off" spellcheck={false} placeholder={table.hello?.adviser} />
        <button type="submit">{w.useAdviser}</button>
      </form>
      {!adviser.on && <p class="quiet">{w.adviserOff}</p>}
      {adviser.asking && <p role="status">{w.adviserThinks}</p>}
      {adviser.on && adviser.told && table.cover.seat === null && (
        <>
          <p class="quiet">
            {w.adviceOf(adviser.told.player)}
            {adviser.told.advice.reason && `: ${adviser.told.advice.reason}`}
          </p>
          {adviser.told.pending && (
            <p>
              {w.pending} <button onClick={() => void adviser.ask()}>{w.askAgain}</button>
            </p>
          )}
          <AdviceTable advice={adviser.told.advice} play={(move) => void table.make(move)} />
        </>
      )}
    </>
  );
}
