// A tree as a spec holds it (src/games/tree/rules.md), lines divided by ";", with leaves that can be given other numbers.

export interface Leaf {
  name: string;
  /** One number, or one for each seat, as typed. */
  value: string;
}

const NUMBER = String.raw`-?(?:\d+\.?\d*|\.\d+)(?:\/\d+)?`;
const VALUE = new RegExp(`^${NUMBER}(?: ${NUMBER})*$`);

export class TreeText {
  private readonly lines: string[];

  constructor(text: string) {
    this.lines = text.split(";");
  }

  get leaves(): Leaf[] {
    return this.lines.flatMap((line) => {
      const found = /^leaf (\S+) (.*)$/.exec(line);
      return found ? [{ name: found[1] as string, value: found[2] as string }] : [];
    });
  }

  valueOf(name: string): string | null {
    return this.leaves.find((leaf) => leaf.name === name)?.value ?? null;
  }

  /** The name of the node that a move leads to; "": there is none. */
  private below(parent: string, move: string): string {
    for (const line of this.lines) {
      const [kind, from, child = "", ...rest] = line.split(" ");
      const label = rest.filter((word) => !word.startsWith("p="))[0] ?? child;
      if (kind === "edge" && from === parent && label === move) return child;
    }
    return "";
  }

  /** The leaf of the text that a node of a search tree is, given its parent; null: the node is no leaf of it. */
  leafOf(node: { position?: string; move?: string }, parent: { position?: string } | null): string | null {
    const name = node.position ?? this.below(parent?.position ?? "", node.move ?? "");
    return this.valueOf(name) === null ? null : name;
  }

  /** The tree with another value at that leaf; null if the typed text is not a value. */
  with(name: string, typed: string): TreeText | null {
    const old = this.valueOf(name);
    if (old === null) return null;
    const wanted = old.split(" ").length;
    const text = wanted === 1 ? typed.replace(",", ".") : typed; // among several numbers a comma divides them
    const value = text.trim().replace(/−/g, "-").replace(/[\s,;]+/g, " ");
    if (!VALUE.test(value) || value.split(" ").length !== wanted) return null;
    return new TreeText(this.lines.map((line) => (line.startsWith(`leaf ${name} `) ? `leaf ${name} ${value}` : line)).join(";"));
  }

  get text(): string {
    return this.lines.join(";");
  }

  get spec(): string {
    return `tree:text="${this.text}"`;
  }
}
