// The moves that were made, to look back at.
import type { TableScreen } from "../state/table_screen";
import { Follow } from "../widgets/follow";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

export function PlayedView({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  const at = table.looking ?? table.ply;
  const first = table.frames[0]?.ply ?? 0;
  return (
    <details class="panel" open>
      <summary>{w.moves}</summary>
      <div class="steps" role="group" aria-label={w.moves}>
        <button disabled={at <= first} onClick={() => table.look(first)}>
          {w.first}
        </button>
        <button disabled={at <= first} onClick={() => table.look(at - 1)}>
          {w.back}
        </button>
        <button disabled={table.looking === null} onClick={() => table.look(at + 1)}>
          {w.forward}
        </button>
        <button disabled={table.looking === null} onClick={() => table.look(null)}>
          {w.latest}
        </button>
      </div>
      {table.opening && <p class="quiet">{w.openingIs(table.opening)}</p>}
      {table.played.length === 0 && <p class="quiet">{w.noMoves}</p>}
      <Follow name="played" label={w.moves} at={at}>
        <ol>
          {table.played.map((move) => (
            <li key={move.ply} class={move.seat === "chance" ? "by-chance" : undefined}>
              <button
                class="plain"
                aria-current={move.ply + 1 === at ? "step" : undefined}
                onClick={() => table.look(move.ply + 1)}
              >
                <span class="quiet">{move.ply + 1}.</span> {nameOf(table, move.seat)}: <b>{move.text ?? w.secretMove}</b>
              </button>
            </li>
          ))}
        </ol>
      </Follow>
    </details>
  );
}
