// What a step of a simulation says, in nodes and in words.
import { local, plain, tuple } from "../model/numbers";
import type { Tree, TreeNode } from "../model/tree";
import { w } from "../strings/strings";
import type { Written } from "./node";
import type { Backup, Phase, SimulationStep, SimulationSteps } from "./simulation_steps";
import { type Names, kindOf, moveOf, nameOf } from "./texts";

export const PHASES: readonly Phase[] = ["select", "expand", "simulate", "backUp"];

/** Three decimals, as they are worked out by hand; one of points by the hundred. */
export function figure(x: number): string {
  const text = Math.abs(x).toFixed(Math.abs(x) < 100 ? 3 : 1);
  return local(x < 0 && Number(text) !== 0 ? `−${text}` : text);
}

/** "2.5/4": wins of visits, a draw being half a win; where a game is won by points, its visits. */
export function countsOf({ wins, visits }: { wins?: number; visits: number }): string {
  return wins === undefined ? `n = ${visits}` : `${plain(Math.abs(wins) < 1e-9 ? 0 : wins)}/${visits}`;
}

function ucbOf(value: string): string {
  return `${w.tree.simulation.head.ucb} ${value}`;
}

export function writtenAt(steps: SimulationSteps, id: number, step: number): Written {
  const known = steps.knownOf(id, step);
  const ucb = steps.ucbOf(id, step);
  const small: Written["small"] = [];
  if (known) small.push({ text: w.tree.simulation.mean(figure(known.mean)), name: "visits" });
  if (ucb !== null) small.push({ text: ucbOf(figure(ucb)), name: "ucb" });
  return { value: known ? countsOf(known) : id === 0 ? "–" : w.tree.simulation.fresh, small };
}

/** The widest that a node has to hold, so that it stands still while its numbers change. */
export function linesAtMost(_tree: Tree, node: TreeNode): { value: string; small: string[] } {
  return { value: `${node.visits}.5/${node.visits}`, small: [w.tree.simulation.mean("−0.000"), ucbOf("−0.000")] };
}

/** "1 for X" where the other seat has the opposite, else a number for each seat. */
export function resultOf(tree: Tree, result: readonly number[], names: Names): string {
  const opposed = result.length === 2 && result[0] === -(result[1] ?? NaN);
  return opposed && tree.pov !== null ? w.tree.simulation.forSeat(plain(result[0] ?? 0), nameOf(0, names)) : tuple(result);
}

function changeOf(tree: Tree, backup: Backup): string {
  return `${moveOf(tree.tree[backup.node] as TreeNode)} ${countsOf(backup)}`;
}

function whatIsDone({ phase, node, simulation }: SimulationStep, tree: Tree, names: Names): string {
  const said = w.tree.simulation;
  const name = (id: number) => moveOf(tree.tree[id] as TreeNode);
  const { path, expanded, known, plies, result } = simulation;
  if (phase === "select") {
    const way = (expanded ? path.slice(0, -1) : path).map(name).join(" → ");
    return expanded ? said.untried(way) : way;
  }
  if (phase === "expand") return said.adds(name(node));
  if (phase === "simulate") return known ? said.isKnown(resultOf(tree, result, names)) : said.plays(plies, resultOf(tree, result, names));
  return simulation.backup.map((one) => changeOf(tree, one)).join(w.between);
}

/** A step as a sentence. */
export function simulationSaid(steps: SimulationSteps, step: number, names: Names): string {
  const said = w.tree.simulation;
  const { tree } = steps;
  const now = steps.at(step);
  if (!now) return step === 0 ? said.before : said.over(tree.move_said ?? tree.move ?? "–", tree.simulations?.length ?? 0, tree.playouts);
  return `${said.number(now.simulation.number)}, ${said.phases[now.phase]}: ${whatIsDone(now, tree, names)}`;
}

/** All that there is to say of a node to those who do not see it. */
export function spokenAt(steps: SimulationSteps, node: TreeNode, names: Names, step: number): string {
  const known = steps.knownOf(node.id, step);
  const ucb = steps.ucbOf(node.id, step);
  const parts = [moveOf(node), kindOf(node, names)];
  if (known?.wins !== undefined) parts.push(w.tree.simulation.winsOf(countsOf(known)));
  if (known) parts.push(w.tree.visits(known.visits, String(known.visits)), w.tree.about(figure(known.mean)));
  else if (node.id !== 0) parts.push(w.tree.simulation.fresh);
  if (ucb !== null) parts.push(ucbOf(figure(ucb)));
  if (steps.isLit(node.id, step)) parts.push(w.tree.simulation.onPath);
  return parts.filter(Boolean).join(", ");
}
