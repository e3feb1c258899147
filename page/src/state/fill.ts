// What was filled into a tree, and how it was judged. The session judges; here is only what was typed and what came back.
import type { ExerciseNode, VerdictTold } from "../model/events";
import type { ExerciseRun } from "./exercise_run";

export interface Judged {
  right: boolean;
  why: string;
}
type Key = NonNullable<NonNullable<VerdictTold["answer"]>["nodes"]>[number];

/** As the session reads it: its own minus and words for infinity, no blanks. */
export function sendable(typed: string): string {
  return typed.replace(/\s+/g, "").replace(/[−–]/g, "-").replace(/∞/g, "inf");
}

export class Fill {
  /** The node whose numbers are typed in. */
  chosen = 0;
  private exercise = "";
  private readonly typed = new Map<string, string>();
  private sent = new Map<string, string>();
  /** How many nodes of the answer are shown, children before their parent; null: all. */
  private steps: number | null = null;

  constructor(
    readonly run: ExerciseRun,
    private readonly redraw: () => void,
  ) {}

  /** Of the exercise that is asked; another one begins empty. */
  get nodes(): ExerciseNode[] {
    const id = this.run.told?.exercise?.id ?? "";
    if (id !== this.exercise) {
      this.exercise = id;
      this.typed.clear();
      this.sent.clear();
      this.chosen = 0;
      this.steps = null;
    }
    return this.run.told?.exercise?.nodes ?? [];
  }

  node(id: number): ExerciseNode | undefined {
    return this.nodes[id];
  }

  children(id: number): number[] {
    const label = this.node(id)?.node;
    return this.nodes.flatMap((node, i) => (node.parent === label ? [i] : []));
  }

  parent(id: number): number {
    return this.nodes.findIndex((node) => node.node === this.node(id)?.parent);
  }

  choose(id: number): void {
    this.chosen = id;
    this.redraw();
  }

  text(node: ExerciseNode, field: string): string {
    return this.typed.get(`${node.node}.${field}`) ?? "";
  }

  set(node: ExerciseNode, field: string, text: string): void {
    const item = `${node.node}.${field}`;
    if (text.trim() === "") this.typed.delete(item);
    else this.typed.set(item, text);
    this.redraw();
  }

  get answered(): number {
    return this.typed.size;
  }

  /** How an answer was judged; null: it was not, or is another one by now. */
  judged(node: ExerciseNode, field: string): Judged | null {
    const item = `${node.node}.${field}`;
    const found = this.run.verdict?.verdict?.items.find((one) => one.item === item);
    return found && this.sent.get(item) === this.typed.get(item) ? found : null;
  }

  /** The numbers of the answer, when it is shown. */
  key(node: ExerciseNode): Key | undefined {
    const key = this.keyOf(node);
    return this.steps === null || !key || this.shownInOrder.slice(0, this.steps).includes(node.node) ? key : undefined;
  }

  private keyOf(node: ExerciseNode): Key | undefined {
    return this.run.verdict?.answer?.nodes?.find((one) => one.node === node.node);
  }

  /** Whether values say what is solved (AND/OR search). */
  get proves(): boolean {
    const role = this.nodes[0]?.role;
    return role === "or" || role === "and";
  }

  /** Nodes whose answer is shown one after another: what was searched and is asked, children before their parent. */
  private get shownInOrder(): string[] {
    const asked = this.order(0).flatMap((id) => this.node(id) ?? []);
    return asked.filter((node) => node.items.length > 0 && this.keyOf(node)?.order !== 0).map((node) => node.node);
  }

  /** Shows the answer of one more node; whether there was one. */
  async reveal(): Promise<boolean> {
    if (this.run.verdict?.answer === undefined) {
      this.steps = 0;
      await this.run.show();
    }
    const order = this.shownInOrder;
    if (this.steps === null || this.steps >= order.length) return false;
    this.chosen = this.nodes.findIndex((node) => node.node === order[this.steps ?? 0]);
    this.steps++;
    this.redraw();
    return true;
  }

  /** Has all that was filled in judged. */
  async check(): Promise<void> {
    if (this.typed.size === 0) return;
    this.sent = new Map(this.typed);
    await this.run.attempt([...this.typed].map(([item, text]) => `${item}=${sendable(text)}`).join(" "));
  }

  /** Chooses the next node with something to fill in, children before their parent; whether there is one. */
  next(): boolean {
    const order = this.order(0);
    const from = order.indexOf(this.chosen) + 1;
    const open = [...order.slice(from), ...order.slice(0, from)].find((id) => this.isOpen(id));
    if (open !== undefined) this.choose(open);
    return open !== undefined;
  }

  private isOpen(id: number): boolean {
    const node = this.node(id);
    return node?.items.some((field) => this.text(node, field) === "") ?? false;
  }

  private order(id: number): number[] {
    return [...this.children(id).flatMap((child) => this.order(child)), id];
  }

  /** The node that an arrow key leads to. */
  lead(key: string): boolean {
    const parent = this.parent(this.chosen);
    const siblings = parent < 0 ? [] : this.children(parent);
    const beside = siblings[siblings.indexOf(this.chosen) + (key === "ArrowRight" ? 1 : -1)];
    const to = key === "ArrowUp" ? parent : key === "ArrowDown" ? this.children(this.chosen)[0] : key === "ArrowLeft" || key === "ArrowRight" ? beside : undefined;
    if (to === undefined || to < 0) return false;
    this.choose(to);
    return true;
  }
}
