// What the players of an example found, a line each, and the moves of the first one.
import { amount, many, valueText } from "../model/numbers";
import { marks } from "../tree/texts";
import { w } from "../strings/strings";
import type { Example, ExampleResult } from "../state/example";

function Row({ result, first, pov }: { result: ExampleResult; first: ExampleResult; pov: number | null }) {
  const share = first !== result && first.nodes > 0 ? result.nodes / first.nodes : null;
  return (
    <tr>
      <th scope="row" class="mono">
        {result.player}
      </th>
      <td>{result.move ?? "–"}</td>
      <td>{valueText(result.value, pov)}</td>
      <td>
        {many(result.nodes)} {share !== null && <span class="quiet">({amount(share, { unit: "probability" })})</span>}
      </td>
      <td>{many(result.leaves)}</td>
      <td>{many(result.cutoffs)}</td>
      {result.playouts > 0 && <td>{many(result.playouts)}</td>}
    </tr>
  );
}

function Moves({ result, pov }: { result: ExampleResult; pov: number | null }) {
  if (result.moves.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.moves}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">{w.value}</th>
          </tr>
        </thead>
        <tbody>
          {result.moves.map((m) => (
            <tr key={m.id} class={m.best ? "best" : undefined}>
              <th scope="row">{m.move_said ?? m.move}</th>
              <td>
                {m.value ? `${marks[m.bound ?? "exact"]}${valueText(m.value, pov)}` : "–"}
                {m.visits ? <span class="quiet"> {w.tree.visits(m.visits, many(m.visits))}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ExampleResults({ example }: { example: Example }) {
  const rows = example.results.filter((result): result is ExampleResult => result !== null);
  const first = rows[0];
  if (!first) return null;
  return (
    <>
      {!example.drawn && <Moves result={first} pov={example.pov} />}
      <div class="scroll" tabIndex={0} role="group" aria-label={w.learn.found}>
        <table class="numbers found">
          <thead>
            <tr>
              <th scope="col">{w.learn.setting}</th>
              <th scope="col">{w.move}</th>
              <th scope="col">{w.value}</th>
              <th scope="col">{w.learn.positions}</th>
              <th scope="col">{w.learn.leaves}</th>
              <th scope="col">{w.learn.cutoffs}</th>
              {rows.some((row) => row.playouts > 0) && <th scope="col">{w.learn.playouts}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Row key={i} result={row} first={first} pov={example.pov} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
