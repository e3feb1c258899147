// One node of a tree, as a box in a drawing or as a line of an outline.
import { plain } from "../model/numbers";
import { ThumbAt } from "../board/thumb";
import type { Scene } from "../model/scene";
import { tenth } from "../board/box";
import type { Spot } from "./layout";
import { GLYPH, LINE, PAD, ROW, type Room, SMALL, short } from "./measure";
import type { Stage } from "./search_steps";
import { cutOf, isOpenWindow, moveOf, valueOf, windowOf } from "./texts";
import type { Tree, TreeNode, Window } from "../model/tree";

export interface NodeProps {
  tree: Tree;
  node: TreeNode;
  spot: Spot;
  room: Room;
  stage: Stage;
  /** Whether it is marked as one of the chosen line, which is known when the search has ended. */
  line: boolean;
  cut: boolean;
  window: Window | null;
  chosen: boolean;
  now: boolean;
  /** How many children it has; whether these are seen. */
  children: number;
  open: boolean;
  scene: Scene | null;
  /** Its place among its siblings, for those who hear it. */
  place: [number, number];
  said: string;
  /** The value of a leaf that is typed in and can be changed: there before anybody searches it. */
  given: string | null;
  /** What a simulation made of it, in place of value and visits at the end; null: it is no tree of simulations. */
  written: Written | null;
}

/** The texts in a node. */
export interface Written {
  value: string;
  small: { text: string; name: string }[];
}

export const signs: Record<string, string> = {
  up: "M0 -6L6 5H-6Z",
  down: "M0 6L6 -5H-6Z",
  round: "M0 -6A6 6 0 1 1 0 6A6 6 0 1 1 0 -6Z",
  square: "M-5 -5H5V5H-5Z",
  rounded: "M-2 -5H2A3 3 0 0 1 5 -2V2A3 3 0 0 1 2 5H-2A3 3 0 0 1 -5 2V-2A3 3 0 0 1 -2 -5Z",
  diamond: "M0 -7L6 0L0 7L-6 0Z",
  house: "M0 -6L6 -1V6H-6V-1Z",
  hexagon: "M-3.5 -6H3.5L7 0L3.5 6H-3.5L-7 0Z",
  cross: "M-4 -4L4 4M4 -4L-4 4",
};
const seats = ["up", "square", "diamond", "house", "hexagon", "round", "rounded", "down"];

function signOf(node: TreeNode): string {
  if (node.kind === "chance") return "round";
  if (node.kind === "end") return "square";
  if (node.kind === "leaf") return "rounded";
  if (node.kind === "pruned") return "cross";
  if (node.role === "max" || node.role === "or") return "up";
  if (node.role === "min" || node.role === "and") return "down";
  return node.role === "random" ? "round" : (seats[(node.seat ?? 0) % seats.length] as string);
}

function lookOf(node: TreeNode): string {
  if (node.kind !== "choice") return node.kind;
  if (node.role === "random") return "random";
  return node.role === "own" ? `seat-${(node.seat ?? 0) % 4}` : (node.role ?? "none");
}

function Sign({ node, x, y }: { node: TreeNode; x: number; y: number }) {
  return <path class={`sign-of ${lookOf(node)}`} d={signs[signOf(node)]} transform={`translate(${tenth(x)},${tenth(y)})`} />;
}

/** The texts below the value: window, visits, why it was cut. */
function smallOf({ node, window, stage, cut, written }: NodeProps): Written["small"] {
  if (written) return written.small;
  const lines: Written["small"] = [];
  if (window && stage !== "later" && !isOpenWindow(window)) lines.push({ text: windowOf(window), name: "window" });
  if (node.visits && stage === "known") lines.push({ text: `n = ${node.visits}`, name: "visits" });
  if (node.cut && cut) lines.push({ text: cutOf(node), name: "cut" });
  return lines;
}

function valueNow({ tree, node, stage, given, written }: NodeProps): string {
  if (written) return written.value;
  if (given !== null && (stage !== "known" || node.kind === "pruned")) return given;
  if (node.kind === "pruned") return "";
  return stage === "known" ? valueOf(tree, node) || "?" : stage === "open" ? "…" : "";
}

function Badge({ x, y, text }: { x: number; y: number; text: string }) {
  const w = Math.max(22, 9 + 8 * text.length);
  return (
    <g class="badge" data-fold="" transform={`translate(${tenth(x)},${tenth(y)})`}>
      <rect class="sheer" x={-w / 2 - 3} y="-14" width={w + 6} height="28" />
      <rect class="badge-box" x={-w / 2} y="-9" width={w} height="18" rx="9" />
      <text y="4">{text}</text>
    </g>
  );
}

/** In a drawing: the move above, then a box. x, y: the middle of its upper edge. */
function Boxed(props: NodeProps) {
  const { node, line, room, scene, stage, children, open, given } = props;
  const label = node.parent === null ? 0 : LINE + (node.probability !== undefined ? SMALL : 0);
  const { w, h } = room.size;
  const unknown = node.kind === "pruned" && stage === "later";
  const bare = node.kind === "pruned" && given === null;
  let y = label + PAD + LINE - 4;
  const value = valueNow(props);
  const small = smallOf(props);
  return (
    <>
      {node.parent !== null && (
        <text class="move" y={LINE - 5}>
          {line ? "► " : ""}
          {short(moveOf(node))}
        </text>
      )}
      {node.probability !== undefined && (
        <text class="small" y={LINE + SMALL - 6}>
          p = {plain(node.probability)}
        </text>
      )}
      <rect class="box" x={tenth(-w / 2)} y={label} width={tenth(w)} height={h - label} rx={node.kind === "leaf" ? 12 : node.kind === "end" ? 0 : 6} />
      {!bare && !unknown && <Sign node={node} x={-w / 2 + PAD + 7} y={y - 5} />}
      {bare && !unknown && <Sign node={node} x={0} y={label + PAD + 5} />}
      <text class="value" x={GLYPH / 2} y={y}>
        {value}
      </text>
      {small.map(({ name, text }) => (
        <text key={name} class={`small ${name}`} y={(y += SMALL)}>
          {text}
        </text>
      ))}
      {scene && room.board && <ThumbAt scene={scene} x={tenth(-room.board.w / 2)} y={tenth(h - PAD - room.board.h)} w={tenth(room.board.w)} h={tenth(room.board.h)} />}
      {children > 0 && <Badge x={0} y={h} text={open ? "−" : `+${children}`} />}
    </>
  );
}

/** In an outline: all in one line. x, y: its upper left corner. */
function Lined(props: NodeProps) {
  const { node, line, room, children, open } = props;
  const small = smallOf(props);
  return (
    <>
      <rect class="box" x="26" y="2" width={tenth(Math.max(40, room.size.w - 28))} height={ROW - 4} rx="6" />
      {children > 0 && <Badge x={12} y={ROW / 2} text={open ? "−" : "+"} />}
      <Sign node={node} x={26 + 14} y={ROW / 2} />
      <text class="row" x={26 + 28} y={ROW / 2 + 5}>
        <tspan class="move">
          {line ? "► " : ""}
          {short(moveOf(node))}
        </tspan>
        {node.probability !== undefined && <tspan class="small">{`  p = ${plain(node.probability)}`}</tspan>}
        <tspan class="value">{`  ${valueNow(props)}`}</tspan>
        {small.map(({ name, text }) => (
          <tspan key={name} class={`small ${name}`}>{`  ${text}`}</tspan>
        ))}
      </text>
    </>
  );
}

export function NodeView(props: NodeProps & { outlined: boolean }) {
  const { node, spot, stage, line, chosen, now, children, open, place, said, outlined, given } = props;
  const kind = node.kind === "pruned" && stage === "later" ? "" : node.kind; // at this step it is not known yet that it will be cut
  const names = ["tree-node", stage, kind, line ? "line" : "", chosen ? "chosen" : "", now ? "now" : "", given !== null ? "given" : ""];
  return (
    <g
      class={names.filter(Boolean).join(" ")}
      data-node={node.id}
      transform={`translate(${tenth(spot.x)},${tenth(spot.y)})`}
      role="treeitem"
      tabindex={chosen ? 0 : -1}
      aria-level={node.ply + 1}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      aria-expanded={children > 0 ? open : undefined}
      aria-selected={chosen}
      aria-label={said}
    >
      {outlined ? <Lined {...props} /> : <Boxed {...props} />}
    </g>
  );
}

