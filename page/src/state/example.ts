// A worked example: a position, a player that looks at it, another one to compare with, and what they found.
import { readNumber, valueText } from "../model/numbers";
import type { Named, TreeTold } from "../model/events";
import { word } from "../model/line";
import { ExampleQuestion } from "./example_question";
import type { ExampleRunner } from "./example_runner";
import type { Live } from "../model/learn_texts";
import type { Tree, TreeNode } from "../model/tree";

/** What a player said of the position; the counts are of the tree that is told, the last one where it walked several. */
export interface ExampleResult {
  player: string;
  /** In words of the language. */
  move: string | null;
  value: (number | null)[];
  nodes: number;
  leaves: number;
  cutoffs: number;
  playouts: number;
  /** Each move of the position; a pruned one has no value. */
  moves: TreeNode[];
}

const SIMULATIONS = 30; // one at a time: those behind them are more of the same, in a tree too wide to be overlooked

const unsaid: { guess: string; right: boolean | null; shown: boolean } = { guess: "", right: null, shown: false };

export class Example {
  question: ExampleQuestion;
  results: (ExampleResult | null)[] = [];
  running = false;
  failed = "";
  /** The value that the reader predicts; `right` null: nothing yet. */
  prediction = { ...unsaid };
  /** For whom values are told; null: for each seat. */
  pov: number | null = 0;
  /** Whether it has been worked on: at once where a tree is drawn, else when the reader wants it. */
  begun = false;
  /** Whether the tree is drawn too, and what is drawn. */
  drawn: boolean;
  walked: Tree | null = null;
  /** Whether simulations of MCTS are shown one at a time, in place of the tree at the end. */
  private stepped: boolean;
  private count = 0;
  private halted = false;

  constructor(
    readonly live: Live,
    private readonly runner: ExampleRunner,
    private readonly redraw: () => void,
  ) {
    this.question = new ExampleQuestion(live);
    this.drawn = live.show === "tree";
    this.stepped = live.steps === true;
  }

  /** Whether anything is another than in the text. */
  get changed(): boolean {
    return this.question.said !== new ExampleQuestion(this.live).said;
  }

  /** Whether the value is still to be guessed. */
  get hidden(): boolean {
    return this.live.predict === true && this.prediction.right === null && !this.prediction.shown;
  }

  /** What the position is worth, as text; null: not known yet. */
  get worth(): string | null {
    const value = this.results[0]?.value;
    return value ? valueText(value, this.pov) : null;
  }

  /** Has all players look at it again. What was found before stands until they have. */
  async run(): Promise<void> {
    const mine = ++this.count;
    const wanted = () => mine === this.count;
    if (this.running) this.runner.stop(this);
    Object.assign(this, { begun: true, running: true, halted: false });
    this.redraw();
    const results: (ExampleResult | null)[] = [];
    let failed = "";
    for (const [i, player] of this.question.players.entries()) {
      if (this.halted) break;
      const ask = (boards: boolean) => this.runner.ask(this, this.question.where, this.line(i, player, boards), wanted);
      let answer = await ask(true);
      if (answer?.closing.event === "error" && answer.closing.code === "limit" && this.isStepped && !this.halted) answer = await ask(false); // too much to be sent
      if (!wanted() || !answer) return;
      if (answer.closing.event === "error" && answer.closing.code !== "stopped") failed ||= answer.closing.text;
      const told = answer.events.find((e): e is TreeTold => e.event === "tree")?.tree;
      results.push(told ? resultIn(player, told) : null);
      if (i > 0) continue;
      this.walked = told ? { ...told, game: this.live.game } : null; // the same game, whatever its leaves are
      this.pov = told?.pov ?? null;
    }
    this.results = results;
    this.failed = failed;
    this.running = false;
    this.redraw();
  }

  /** How the player at that place is asked: of the first one all is told that is drawn, of others the moves. */
  private line(place: number, player: string, boards: boolean): string {
    const drawn = place === 0 && this.drawn;
    const shown = [place === 0 && this.isStepped && `simulations=${SIMULATIONS}`, drawn && !this.question.tree && boards && "boards", !drawn && "plies=1"];
    return ["tree", word(player), ...shown].filter(Boolean).join(" ");
  }

  /** Whether the player has simulations to go through. */
  get canStep(): boolean {
    return this.question.player.name === "mcts";
  }

  get isStepped(): boolean {
    return this.drawn && this.stepped && this.canStep;
  }

  /** Draws the tree for it, too. */
  step(yes: boolean): void {
    this.stepped = yes;
    this.drawn ||= yes;
    void this.run();
  }

  draw(yes: boolean): void {
    this.drawn = yes;
    void this.run();
  }

  /** What was found so far stays; a player that had not begun is not asked. */
  stop(): void {
    this.halted = true;
    this.runner.stop(this);
  }

  setMethod(method: Named): void {
    this.question.setMethod(method);
    void this.run();
  }

  setOption(name: string, value: string): void {
    this.question.setOption(name, value);
    void this.run();
  }

  setOther(i: number, player: string): void {
    this.question.setOther(i, player);
    void this.run();
  }

  /** Gives a leaf another value; false: that is none. */
  setLeaf(name: string, typed: string): boolean {
    const tree = this.question.tree?.with(name, typed) ?? null;
    if (!tree) return false;
    if (tree.text === this.question.tree?.text) return true;
    this.question.tree = tree;
    this.prediction = { ...unsaid };
    void this.run();
    return true;
  }

  /** The reader says what the position is worth. */
  predict(typed: string): void {
    const value = this.results[0]?.value[this.pov ?? 0];
    if (typed.trim() === "" || typeof value !== "number") return;
    this.prediction = { ...this.prediction, guess: typed.trim(), right: Math.abs(readNumber(typed) - value) < 0.005 };
    this.redraw();
  }

  /** The reader gives up. */
  reveal(): void {
    this.prediction.shown = true;
    this.redraw();
  }

  /** As it stands in the text. */
  reset(): void {
    this.question = new ExampleQuestion(this.live);
    this.prediction = { ...unsaid };
    void this.run();
  }

  leave(): void {
    this.count++;
  }
}

/** What the head of a tree and the nodes below its root say. */
function resultIn(player: string, told: Tree): ExampleResult {
  const { value, nodes, leaves, cutoffs, playouts, tree } = told;
  return { player, move: told.move_said ?? told.move ?? null, value, nodes, leaves, cutoffs, playouts, moves: tree.filter((node) => node.parent === 0) };
}
