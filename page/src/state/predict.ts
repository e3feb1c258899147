// Predict: a search tree without its numbers, made by the session of a position and a method, or a random one.
import type { Backend } from "../model/backend";
import { openAt, readSpec, spec, word } from "../model/line";
import { Connection } from "./connection";
import { ExerciseRun } from "./exercise_run";
import { Fill } from "./fill";

export interface Source {
  /** The method that searches. */
  player: string;
  /** Where; left out: a random tree. */
  at?: { spec: string; position: string | undefined };
  depth?: number;
  /** Of a random tree, 1 to 5. */
  difficulty?: number;
}

/** The searches whose trees are worked out by hand (docs/exercises.md). */
const METHODS = ["minimax", "alphabeta", "expectimax", "expectiminimax", "maxn", "softmaxn", "andor", "mcts"];
const SIMULATIONS = 8; // of UCT by hand
const MOST = 64; // nodes of a tree that a person fills in, where a smaller depth makes it smaller

export function canPredict(player: string): boolean {
  const { name, options } = readSpec(player);
  return METHODS.includes(name) && options["star"] !== "2";
}

export class Predict {
  readonly run: ExerciseRun;
  readonly fill: Fill;
  /** What is asked: values, windows, cuts, order. */
  asked: string[];
  /** To which depth the tree is searched; 0: to its end. */
  depth: number;
  private seed = Math.floor(Math.random() * 1e9);
  private readonly connection: Connection;

  constructor(
    backend: Backend,
    readonly source: Source,
    redraw: () => void,
  ) {
    this.connection = new Connection(backend, null);
    this.run = new ExerciseRun(this.connection, redraw);
    this.fill = new Fill(this.run, redraw);
    this.asked = this.byHand ? [] : this.choices.includes("cuts") ? ["values", "cuts"] : ["values"];
    this.depth = source.depth ?? Number(readSpec(source.player).options["depth"] ?? 0);
  }

  /** Whether it is UCT, simulation by simulation, and no tree. */
  get byHand(): boolean {
    return readSpec(this.source.player).name === "mcts";
  }

  /** The method that is asked about; of mcts a few simulations. */
  private get player(): string {
    const { name, options } = readSpec(this.source.player);
    return this.byHand ? spec(name, { ...(options["c"] ? { c: options["c"] } : {}), playouts: String(SIMULATIONS), solver: "no" }) : this.source.player;
  }

  /** What can be asked of such a search. */
  get choices(): string[] {
    const { name, options } = readSpec(this.source.player);
    if (this.byHand) return [];
    if (name === "alphabeta" || options["star"] === "1") return ["values", "windows", "cuts", "order"];
    return name === "andor" ? ["values", "cuts", "order"] : ["values", "order"];
  }

  /** Makes the tree; a smaller one where that of the depth is too large to be filled in. */
  async open(): Promise<void> {
    const { at } = this.source;
    if (at) await this.connection.say(openAt(at.spec, at.position));
    await this.make();
    while (this.depth > 1 && this.isTooLarge) {
      this.depth--;
      await this.make();
    }
  }

  private get isTooLarge(): boolean {
    return this.run.code === "limit" || this.run.code === "fit" || this.fill.nodes.length > MOST;
  }

  private async make(): Promise<void> {
    const { difficulty } = this.source;
    const random = difficulty ? `difficulty=${difficulty} seed=${this.seed}` : "";
    const depth = this.depth ? `depth=${this.depth}` : "";
    const ask = this.asked.length > 0 ? `ask=${this.asked.join(",")}` : "";
    await this.run.open(["tree", word(this.player), depth, random, ask].filter(Boolean).join(" "));
  }

  /** Asks something besides, or no longer; something is always asked. */
  async toggle(what: string): Promise<void> {
    const asked = this.choices.filter((one) => (one === what) !== this.asked.includes(one));
    if (asked.length === 0) return;
    this.asked = asked;
    await this.make();
  }

  /** Another random tree. */
  async another(): Promise<void> {
    this.seed++;
    await this.make();
  }

  leave(): void {
    this.connection.leave();
  }
}
