// What the simulations of MCTS did, step by step: select, expand, simulate, back up. The tree grows by them.
import type { Simulation, Tree, Window } from "../model/tree";
import type { Stage } from "./search_steps";

export type Phase = "select" | "expand" | "simulate" | "backUp";

export interface SimulationStep {
  node: number;
  phase: Phase;
  simulation: Simulation;
}

/** What is known of a node from a step on. */
export type Backup = Simulation["backup"][number];

export class SimulationSteps {
  readonly steps: SimulationStep[] = [];
  private readonly born: number[];
  private readonly known: { from: number; backup: Backup }[][];

  constructor(
    readonly tree: Tree,
    simulations: readonly Simulation[],
  ) {
    this.born = tree.tree.map(() => 0);
    this.known = tree.tree.map(() => []);
    for (const simulation of simulations) this.add(simulation);
  }

  private add(simulation: Simulation): void {
    const { path, expanded, backup } = simulation;
    const last = path[path.length - 1] ?? 0;
    const step = (phase: Phase, node: number) => this.steps.push({ phase, node, simulation });
    step("select", expanded ? (path[path.length - 2] ?? 0) : last);
    if (expanded) this.born[last] = step("expand", last);
    step("simulate", last);
    const from = step("backUp", last);
    for (const one of backup) this.known[one.node]?.push({ from, backup: one });
  }

  /** The last step is behind all simulations. */
  get count(): number {
    return this.steps.length + 1;
  }

  /** What the step shown does; null: nothing yet, or the search has ended. */
  at(step: number): SimulationStep | null {
    return this.steps[step - 1] ?? null;
  }

  isThere(id: number, step: number): boolean {
    return (this.born[id] ?? 0) <= step;
  }

  /** Whether it is on the path of the simulation, as far as that has come. */
  isLit(id: number, step: number): boolean {
    const now = this.at(step);
    if (!now) return step > 0 && this.tree.tree[id]?.line === true;
    return now.simulation.path.includes(id) && this.isThere(id, step);
  }

  /** The visits and the mean at this step; null: none yet. */
  knownOf(id: number, step: number): Backup | null {
    const until = (this.known[id] ?? []).filter(({ from }) => from <= step);
    return until[until.length - 1]?.backup ?? null;
  }

  /** UCB1 of a move that is compared at this step. */
  ucbOf(id: number, step: number): number | null {
    const now = this.at(step);
    return now?.phase === "select" ? (now.simulation.compared.find(({ node }) => node === id)?.ucb ?? null) : null;
  }

  stage(id: number, step: number): Stage {
    if (!this.isThere(id, step)) return "later";
    return this.knownOf(id, step) ? "known" : "open";
  }

  isCut(): boolean {
    return false;
  }

  window(): Window | null {
    return null;
  }
}
