// The numbers of a step of a simulation: what UCB1 compares, the playout and the board at its end, what the backup changes.
import { Thumb } from "../board/thumb";
import { local, plain } from "../model/numbers";
import { readSpec } from "../model/line";
import { w } from "../strings/strings";
import type { Boards } from "./boards";
import type { SimulationStep, SimulationSteps } from "./simulation_steps";
import { countsOf, figure, resultOf } from "./simulation_texts";
import { type Names, moveOf, nameOf } from "./texts";
import type { Walk } from "./walk";

interface Props {
  walk: Walk;
  steps: SimulationSteps;
  boards: Boards;
  names: Names;
}

/** "0.5 + 1 · 2 · √(ln 9 / 4) = 1.975" of the move that was chosen at a node. */
function formulaOf(walk: Walk, step: SimulationStep, above: number): string {
  const { compared, range = 1, backup } = step.simulation;
  const chosen = compared.find((child) => child.chosen && walk.node(child.node).parent === above);
  const visits = backup.find((one) => one.node === above)?.visits;
  if (!chosen || visits === undefined) return "";
  const c = Number(readSpec(walk.tree.method).options["c"] ?? 1);
  return `${figure(chosen.mean)} + ${local(c)} · ${plain(range)} · √(ln ${visits} / ${chosen.visits}) = ${figure(chosen.ucb)}`;
}

function Compared({ walk, step, above, names }: { walk: Walk; step: SimulationStep; above: number; names: Names }) {
  const node = walk.node(above);
  const children = step.simulation.compared.filter((child) => walk.node(child.node).parent === above);
  const plainUcb = !Number(readSpec(walk.tree.method).options["rave-k"] ?? 0);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.tree.simulation.compared(moveOf(node))}>
      <table class="numbers">
        <caption>
          {w.tree.simulation.compared(moveOf(node))}
          {node.seat !== undefined && ` (${w.tree.moves(nameOf(node.seat, names))})`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">n</th>
            <th scope="col">{w.tree.simulation.head.mean}</th>
            <th scope="col">{w.tree.simulation.head.bonus}</th>
            <th scope="col">{w.tree.simulation.head.ucb}</th>
          </tr>
        </thead>
        <tbody>
          {children.map((child) => (
            <tr key={child.node} class={child.chosen ? "best" : undefined}>
              <th scope="row">
                {child.chosen ? "► " : ""}
                {moveOf(walk.node(child.node))}
              </th>
              <td>{child.visits}</td>
              <td>{figure(child.mean)}</td>
              <td>{figure(child.bonus)}</td>
              <td>{figure(child.ucb)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plainUcb && <p class="quiet">{formulaOf(walk, step, above)}</p>}
    </div>
  );
}

function BackedUp({ walk, step }: { walk: Walk; step: SimulationStep }) {
  const { head } = w.tree.simulation;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.tree.simulation.phases.backUp}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.tree.key.kind}</th>
            <th scope="col">{step.simulation.backup[0]?.wins === undefined ? w.tree.key.visits : head.wins}</th>
            <th scope="col">{head.mean}</th>
          </tr>
        </thead>
        <tbody>
          {step.simulation.backup.map((one) => (
            <tr key={one.node}>
              <th scope="row">{moveOf(walk.node(one.node))}</th>
              <td>{countsOf(one)}</td>
              <td>
                {one.mean_before === null ? "" : `${figure(one.mean_before)} → `}
                {figure(one.mean)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">{w.tree.simulation.whose}</p>
    </div>
  );
}

function Playout({ walk, step, names }: { walk: Walk; step: SimulationStep; names: Names }) {
  const { playout, plies, result } = step.simulation;
  const said = (move: (typeof playout)[number]) => [move.seat === undefined ? "" : nameOf(move.seat, names), move.move_said ?? move.move].filter(Boolean).join(" ");
  return (
    <>
      {playout.length > 0 && (
        <p class="playout">
          {playout.map(said).join(w.between)}
          {plies > playout.length ? " …" : ""}
        </p>
      )}
      <p>
        <b>{w.tree.simulation.result(resultOf(walk.tree, result, names))}</b>
      </p>
    </>
  );
}

/** The board at the end of the playout during its step; else that of the chosen node. */
function BoardAt({ walk, step, boards }: { walk: Walk; step: SimulationStep | null; boards: Boards }) {
  const told = step && (step.phase === "simulate" || step.phase === "backUp") && walk.chosen === step.node ? step : null;
  const scene = boards.at(walk.chosen);
  if (!scene) return null;
  const change = told?.simulation.change;
  const name = moveOf(walk.node(walk.chosen));
  const label = change ? w.tree.simulation.endBoard : walk.chosen === 0 ? name : w.tree.boardAt(name);
  return (
    <figure class="tree-board">
      <Thumb scene={change ? scene.changed(change) : scene} label={label} />
      <figcaption class="quiet">{label}</figcaption>
    </figure>
  );
}

export function SimulationCard({ walk, steps, boards, names }: Props) {
  const step = steps.at(walk.step);
  const above = step?.phase === "select" ? [...new Set(step.simulation.compared.map((child) => walk.node(child.node).parent ?? 0))] : [];
  const board = <BoardAt walk={walk} step={step} boards={boards} />;
  if (!step && !boards.any) return null;
  const counted = step?.phase === "select" || step?.phase === "backUp"; // then numbers come first
  return (
    <div class="tree-card" role="group" aria-label={w.tree.simulation.numbers}>
      {!counted && board}
      {step && (
        <div class="tree-facts">
          {above.map((node) => (
            <Compared key={node} walk={walk} step={step} above={node} names={names} />
          ))}
          {step.phase === "simulate" && <Playout walk={walk} step={step} names={names} />}
          {step.phase === "backUp" && <BackedUp walk={walk} step={step} />}
        </div>
      )}
      {counted && board}
    </div>
  );
}
