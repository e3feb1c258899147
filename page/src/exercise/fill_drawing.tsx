// The tree that is filled in, drawn: each node with its letter and what was typed, or when it is shown what is right.
import { Component, createRef } from "preact";
import { tenth } from "../board/box";
import type { ExerciseNode } from "../model/events";
import { plain } from "../model/numbers";
import { w } from "../strings/strings";
import { drawing } from "../tree/layout";
import { signs } from "../tree/node";
import type { Fill } from "../state/fill";

const LINE = 17;
const [PAD, LABEL, PROBABILITY] = [7, 17, 14];
const shapes: Record<string, string> = { max: "up", min: "down", or: "up", and: "down", own: "square", chance: "round", leaf: "rounded", end: "square" };

function number(value: number | string | (number | string | null)[] | null | undefined): string {
  if (Array.isArray(value)) return value.map(number).join(":");
  if (value === null || value === undefined) return "–";
  return value === "inf" ? "∞" : value === "-inf" ? "−∞" : plain(Number(value));
}

/** A value as the search has them: a number, one for each seat, a set of these, or whether it is solved; "" of none. */
function valueOf(fill: Fill, at: { value?: number | number[] | null; vectors?: number[][] }): string {
  if (at.vectors) return at.vectors.map(number).join(" | ");
  if (at.value === undefined || at.value === null) return "";
  return fill.proves ? (w.exercise.proofs[at.value === 1 ? "solved" : "unsolved"] ?? "") : number(at.value);
}

/** The text of a number: the answer when it is shown, else what was typed. */
function shown(fill: Fill, node: ExerciseNode, field: string): string {
  const key = fill.key(node);
  if (key && field === "value") return valueOf(fill, key) || "–";
  if (key) return field === "cut" ? (key.cut ?? "–") : field === "order" ? (key.order ? String(key.order) : "–") : number(key[field as "alpha" | "beta"]);
  const typed = fill.text(node, field);
  return (fill.proves && field === "value" ? w.exercise.proofs[typed] : typed) || "?";
}

interface Row {
  text: string;
  fields: string[];
}

function rowsOf(fill: Fill, node: ExerciseNode): Row[] {
  const has = (field: string) => node.items.includes(field);
  const value = valueOf(fill, node) || (has("value") ? shown(fill, node, "value") : "");
  const rows: Row[] = [{ text: `${node.node}  ${value}`, fields: ["value"] }];
  if (has("alpha")) rows.push({ text: `α ${shown(fill, node, "alpha")}  β ${shown(fill, node, "beta")}`, fields: ["alpha", "beta"] });
  if (has("cut")) rows.push({ text: `${w.exercise.fields["cut"]} ${shown(fill, node, "cut")}`, fields: ["cut"] });
  if (has("order")) rows.push({ text: `# ${shown(fill, node, "order")}`, fields: ["order"] });
  return rows;
}

/** "", or whether what a line has is right. */
function mark(fill: Fill, node: ExerciseNode, fields: string[]): string {
  const judged = fields.map((field) => fill.judged(node, field)).filter((one) => one !== null);
  if (judged.length === 0) return "";
  return judged.every((one) => one.right) ? "✓" : "✗";
}

function spoken(fill: Fill, node: ExerciseNode): string {
  const fields = node.items.map((field) => `${w.exercise.fields[field] ?? field} ${shown(fill, node, field)}`);
  const given = [valueOf(fill, node)].filter((value) => value !== "");
  return [node.node, w.exercise.roles[node.role] ?? node.role, ...(node.move ? [node.move] : []), ...given, ...fields].join(", ");
}

interface Props {
  fill: Fill;
  label: string;
  /** The numbers of the chosen node are to be typed in. */
  enter: () => void;
  /** How much larger than usual it is drawn. */
  scale: number;
}

export class FillDrawing extends Component<Props> {
  private readonly svg = createRef<SVGSVGElement>();
  private byKey = false;

  override componentDidMount(): void {
    this.reveal();
  }

  override componentDidUpdate(): void {
    this.reveal();
  }

  /** Scrolls the chosen node into sight, and gives it the focus that a key brought there. */
  private reveal(): void {
    const chosen = this.svg.current?.querySelector<SVGGElement>(`[data-node="${this.props.fill.chosen}"]`);
    if (this.byKey) chosen?.focus();
    this.byKey = false;
    const place = this.svg.current?.parentElement;
    if (!chosen || !place) return;
    const [a, b] = [chosen.getBoundingClientRect(), place.getBoundingClientRect()];
    if (a.left < b.left || a.right > b.right) place.scrollLeft += a.left - b.left - b.width / 2;
    if (a.top < b.top || a.bottom > b.bottom) place.scrollTop += a.top - b.top - b.height / 2;
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const { fill, enter } = this.props;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") enter();
    else if (fill.lead(event.key)) this.byKey = true;
    else return;
    event.preventDefault();
  };

  private readonly onClick = (event: MouseEvent) => {
    const id = (event.target as Element).closest("[data-node]")?.getAttribute("data-node");
    if (!id) return;
    this.props.fill.choose(Number(id));
    this.props.enter();
  };

  override render({ fill, label, scale }: Props) {
    const { nodes } = fill;
    const rows = nodes.map((node) => rowsOf(fill, node));
    const sizes = rows.map((all, i) => {
      const node = nodes[i] as ExerciseNode;
      const widest = Math.max(...all.map((row) => row.text.length * 8.2 + 44), (node.move?.length ?? 0) * 7.4, 56);
      return { w: widest, h: this.top(node) + 2 * PAD + all.length * LINE };
    });
    const placed = drawing({ children: (id) => fill.children(id), size: (id) => sizes[id] ?? { w: 0, h: 0 } });
    const [width, height] = [Math.ceil(placed.w), Math.ceil(placed.h)];
    return (
      <div class="tree-place">
        <svg ref={this.svg} class="tree fill-tree" width={Math.ceil(scale * width)} height={Math.ceil(scale * height)} viewBox={`0 0 ${width} ${height}`} onKeyDown={this.onKeyDown} onClick={this.onClick}>
          <g aria-hidden="true">
            {nodes.map((node, id) => {
              const [from, to] = [placed.at.get(fill.parent(id)), placed.at.get(id)];
              if (!from || !to) return null;
              const bottom = from.y + (sizes[fill.parent(id)]?.h ?? 0);
              return (
                <g key={node.node} class="edge">
                  <path d={`M${tenth(from.x)} ${tenth(bottom)}V${tenth(bottom + 10)}L${tenth(to.x)} ${tenth(to.y)}`} />
                </g>
              );
            })}
          </g>
          <g role="tree" aria-label={label}>
            {nodes.map((node, id) => this.node(node, id, rows[id] as Row[], sizes[id] as { w: number; h: number }, placed.at.get(id)))}
          </g>
        </svg>
      </div>
    );
  }

  /** Whether chance leads to a node, with a probability. */
  private isOutcome(node: ExerciseNode): boolean {
    return this.props.fill.nodes.find((one) => one.node === node.parent)?.role === "chance";
  }

  /** Where the box of a node begins: below its move and its probability. */
  private top(node: ExerciseNode): number {
    return node.parent ? LABEL + (this.isOutcome(node) ? PROBABILITY : 0) : 0;
  }

  private node(node: ExerciseNode, id: number, rows: Row[], size: { w: number; h: number }, spot: { x: number; y: number } | undefined) {
    const { fill } = this.props;
    if (!spot) return null;
    const top = this.top(node);
    const chosen = fill.chosen === id;
    return (
      <g
        key={node.node}
        data-node={id}
        class={`tree-node${chosen ? " chosen" : ""}${fill.key(node)?.order === 0 ? " later" : ""}`}
        transform={`translate(${tenth(spot.x)},${tenth(spot.y)})`}
        role="treeitem"
        tabindex={chosen ? 0 : -1}
        aria-selected={chosen}
        aria-level={level(fill, id)}
        aria-label={spoken(fill, node)}
      >
        {node.move && (
          <text class="move" y={LABEL - 5}>
            {node.move}
          </text>
        )}
        {this.isOutcome(node) && (
          <text class="small" y={LABEL + 8}>
            p = {plain(node.probability)}
          </text>
        )}
        <rect class="box" x={tenth(-size.w / 2)} y={top} width={tenth(size.w)} height={size.h - top} rx={node.role === "leaf" ? 12 : node.role === "end" ? 0 : 6} />
        <path class={`sign-of ${node.role === "own" ? `seat-${node.seat % 4}` : node.role}`} d={signs[shapes[node.role] ?? "square"]} transform={`translate(${tenth(-size.w / 2 + 14)},${top + PAD + 8})`} />
        {rows.map((row, i) => {
          const judged = mark(fill, node, row.fields);
          return (
            <text key={row.fields[0]} class={i === 0 ? "value" : "small"} x={i === 0 ? 8 : 0} y={top + PAD + 13 + i * LINE}>
              {row.text}
              {judged && <tspan class={judged === "✓" ? "good" : "bad"}>{` ${judged}`}</tspan>}
            </text>
          );
        })}
      </g>
    );
  }
}

function level(fill: Fill, id: number): number {
  let depth = 1;
  for (let at = fill.parent(id); at >= 0; at = fill.parent(at)) depth++;
  return depth;
}
