// A study at the table: all that was tried, as the library keeps it, and where one is in it.
import type { Event, ExportTold, StudyTold } from "../model/events";
import { type Fault, StudyTree } from "../model/study";
import type { Table } from "./table";

export class Study {
  tree = new StudyTree();
  at = 0;
  /** Chance, or a program, would move if it was let. */
  waits = false;
  tags: { name: string; value: string }[] = [];
  faults: Fault[] = [];
  formats: string[] = [];
  /** The file that it is from. */
  file: { name: string; game: number } | null = null;
  /** Where it is on its way to: keys are pressed faster than the table answers. */
  private heading: number | null = null;
  /** Which way was gone last from a node. */
  private gone = new Map<number, number>();

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
  ) {}

  get on(): boolean {
    return this.table.hello?.study === true;
  }

  feed(event: Event): void {
    if (event.event === "study") this.take(event);
  }

  private take(event: StudyTold): void {
    if (event.nodes) {
      this.tree = new StudyTree(event.nodes);
      this.gone.clear();
      this.heading = null;
      const { tags = [], faults = [], formats = [] } = event;
      Object.assign(this, { tags, faults, formats });
    }
    for (const node of event.added ?? []) this.tree.add(node);
    this.at = event.at;
    this.waits = event.waits;
    if (this.heading === this.at) this.heading = null;
    this.remember(this.at);
    this.redraw();
  }

  private remember(node: number): void {
    for (let at = node, parent = this.tree.parentOf(at); parent !== undefined; at = parent, parent = this.tree.parentOf(at)) this.gone.set(parent, at);
  }

  private get from(): number {
    return this.heading ?? this.at;
  }

  private get next(): number | undefined {
    return this.gone.get(this.from) ?? this.tree.childrenOf(this.from)[0];
  }

  get isFirst(): boolean {
    return this.from === 0;
  }

  get isLast(): boolean {
    return this.next === undefined;
  }

  async go(node: number): Promise<void> {
    if (node === this.from || !this.tree.get(node)) return;
    this.heading = node;
    const answer = await this.table.say(`node ${node}`);
    if (!answer.ok && this.heading === node) this.heading = null;
  }

  first(): void {
    void this.go(0);
  }

  back(): void {
    const parent = this.tree.parentOf(this.from);
    if (parent !== undefined) void this.go(parent);
  }

  forward(): void {
    const { next } = this;
    if (next !== undefined) void this.go(next);
  }

  last(): void {
    let end = this.from;
    for (let next = this.next; next !== undefined; next = this.gone.get(next) ?? this.tree.childrenOf(next)[0]) end = next;
    void this.go(end);
  }

  /** To what else may be played in place of the move before: the next of these, or the one before. */
  aside(by: 1 | -1): void {
    const parent = this.tree.parentOf(this.from);
    if (parent === undefined) return;
    const all = this.tree.childrenOf(parent);
    const other = all[all.indexOf(this.from) + by];
    if (other !== undefined) void this.go(other);
  }

  /** To the moment after `ply` moves of the line that one is in; false: it is not that long. */
  goToPly(ply: number): boolean {
    const path = this.tree.pathTo(this.from);
    for (let next = this.next; next !== undefined && path.length <= ply; next = this.gone.get(next) ?? this.tree.childrenOf(next)[0]) path.push(next);
    const node = path[ply];
    if (node !== undefined) void this.go(node);
    return node !== undefined;
  }

  async promote(): Promise<void> {
    // The whole line, up to the main one.
    for (const node of this.tree.pathTo(this.at)) {
      const parent = this.tree.parentOf(node);
      if (parent !== undefined && this.tree.childrenOf(parent)[0] !== node) await this.table.say(`promote ${node}`);
    }
  }

  /** Chance and programs go on. */
  async letMove(): Promise<void> {
    await this.table.say("continue");
  }

  async remove(): Promise<void> {
    if (this.at > 0) await this.table.say(`remove ${this.at}`);
  }

  /** In place of the comments after the move of this node; "": none. */
  async comment(node: number, text: string): Promise<void> {
    await this.table.say(`comment ${node} ${text.replace(/\s+/g, " ").trim()}`.trimEnd());
  }

  /** A numeric glyph in place of those of this move; 0: none. */
  async mark(node: number, glyph: number): Promise<void> {
    if (node > 0) await this.table.say(`glyph ${node} ${glyph}`);
  }

  /** The text of it in that format, and the suffix of its files; null: there is none. */
  async write(format: string): Promise<ExportTold | null> {
    const answer = await this.table.say(`export ${format}`);
    return answer.events.find((event): event is ExportTold => event.event === "export") ?? null;
  }
}
