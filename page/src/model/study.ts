// The tree of moves of a study, as the events `study` of a session tell it (docs/session.md), and how it is read.
import type { Said } from "./said";

export interface StudyNode extends Partial<Said> {
  node: number;
  parent?: number;
  seat?: number | "chance" | "over";
  ply: number;
  /** Comments before the move, and after it. */
  before?: string[];
  comments?: string[];
  /** Numeric annotation glyphs. */
  nags?: number[];
}

/** What could not be read in a file. */
export interface Fault {
  line: number;
  column: number;
  /** Up to which the game is there. */
  ply: number;
  /** It was settled, and the game is whole. */
  remark: boolean;
  text: string;
}

/** A line as it is read: moves, what is said of them, and other lines in place of the move before. */
export type Piece = { kind: "move"; node: StudyNode; number: string } | { kind: "comment"; text: string } | { kind: "line"; pieces: Piece[]; key: number };

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** "!?", or "$14" where a glyph has no sign of its own. */
export function glyphs(node: Pick<StudyNode, "nags">): string {
  return (node.nags ?? []).map((nag) => GLYPHS[nag] ?? ` $${nag}`).join("");
}

export class StudyTree {
  private readonly nodes = new Map<number, StudyNode>();
  private readonly below = new Map<number, number[]>();
  /** The seat that moves first, in a game whose seats move in turn; null: it is none. */
  private turns: number | null = null;

  /** A node comes after its parent, and after those before it in place of which it may be played. */
  constructor(list: readonly StudyNode[] = []) {
    for (const node of list) this.put(node);
    this.turns = this.firstOfTurns();
  }

  private put(node: StudyNode): void {
    this.nodes.set(node.node, node);
    if (node.parent !== undefined) this.below.set(node.parent, [...this.childrenOf(node.parent), node.node]);
  }

  add(node: StudyNode): void {
    this.put(node);
    this.turns = this.firstOfTurns();
  }

  get size(): number {
    return this.nodes.size;
  }

  get(id: number): StudyNode | undefined {
    return this.nodes.get(id);
  }

  childrenOf(id: number): readonly number[] {
    return this.below.get(id) ?? [];
  }

  parentOf(id: number): number | undefined {
    return this.get(id)?.parent;
  }

  /** From the start to this node. */
  pathTo(id: number): number[] {
    const path: number[] = [];
    for (let at: number | undefined = id; at !== undefined; at = this.parentOf(at)) path.unshift(at);
    return path;
  }

  /** Whether it is on the line that the file, or its person, calls the main one. */
  isMain(id: number): boolean {
    return this.pathTo(id).every((at) => at === 0 || this.childrenOf(this.parentOf(at) ?? 0)[0] === at);
  }

  private firstOfTurns(): number | null {
    const first = this.get(this.childrenOf(0)[0] ?? -1)?.seat;
    if (first !== 0 && first !== 1) return null;
    for (const node of this.nodes.values()) if (node.node && node.seat !== (node.ply - 1 + first) % 2) return null;
    return first;
  }

  /** What stands before a move: "3." and "3…" where two move in turn, else its place; "": nothing. */
  private numberOf(node: StudyNode, begins: boolean): string {
    if (this.turns === null) return `${node.ply}.`;
    const turn = Math.floor((node.ply - 1 + this.turns) / 2) + 1;
    return node.seat === 0 ? `${turn}.` : begins ? `${turn}…` : "";
  }

  /** All of it. */
  get pieces(): Piece[] {
    const said = this.get(0);
    const comments = [...(said?.before ?? []), ...(said?.comments ?? [])].map((text): Piece => ({ kind: "comment", text }));
    const first = this.childrenOf(0)[0];
    return first === undefined ? comments : [...comments, ...this.line(first, true)];
  }

  /** The line that begins with this move; `whole`: with those that may be played in place of it. */
  private line(from: number, whole: boolean): Piece[] {
    const pieces: Piece[] = [];
    let begins = true;
    for (let at: number | undefined = from; at !== undefined; at = this.childrenOf(at)[0]) {
      const node = this.get(at) as StudyNode;
      for (const text of node.before ?? []) pieces.push({ kind: "comment", text });
      pieces.push({ kind: "move", node, number: this.numberOf(node, begins) });
      for (const text of node.comments ?? []) pieces.push({ kind: "comment", text });
      const others = at === from && !whole ? [] : this.childrenOf(node.parent ?? 0).slice(1);
      for (const other of others) pieces.push({ kind: "line", pieces: this.line(other, false), key: other });
      begins = others.length > 0 || (node.comments ?? []).length > 0;
    }
    return pieces;
  }
}
