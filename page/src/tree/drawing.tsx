// The drawing of a tree: edges, nodes, and the keys and pointer that go over it.
import { Component, createRef } from "preact";
import { tenth } from "../board/box";
import { thumbSize } from "../board/thumb";
import { w } from "../strings/strings";
import type { Boards } from "./boards";
import { type Placed, drawing, outline } from "./layout";
import { type Edit, LeafField } from "./leaf";
import { BOARD, type Room, linesOf, roomOf, rowOf } from "./measure";
import { NodeView } from "./node";
import { Pan } from "./pan";
import { SimulationSteps } from "./simulation_steps";
import { linesAtMost, spokenAt, writtenAt } from "./simulation_texts";
import { type Names, spoken } from "./texts";
import type { Walk } from "./walk";

export interface DrawingProps {
  walk: Walk;
  boards: Boards;
  names: Names;
  label: string;
  outlined: boolean;
  /** Whether boards stand at the nodes. */
  thumbs: boolean;
  edit: Edit | null;
  /** How much larger than usual it is drawn. */
  zoom: number;
  /** Told with each change, for views that compare. */
  count: number;
}

const FAR = 24; // that the node looked at keeps from the edge

/** `editing`: the leaf that has a field. */
export class Drawing extends Component<DrawingProps, { editing: number | null }> {
  override state = { editing: null as number | null };
  private readonly svg = createRef<SVGSVGElement>();
  private readonly place = createRef<HTMLDivElement>();
  private readonly pan = new Pan(() => this.place.current);
  private placed: Placed | null = null;
  private byKey = false;

  private readonly onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const id = idOf(target);
    if (id === null || this.pan.justMoved()) return;
    const { walk } = this.props;
    if (target.closest("[data-fold]")) {
      walk.chosen = id;
      walk.fold(id);
    } else walk.choose(id);
    this.byKey = !this.change(id); // the focus goes where the press was
  };

  /** Opens the field of a leaf that can be changed; false: it is none. */
  private change(id: number): boolean {
    const { walk, edit } = this.props;
    const can = edit !== null && edit.value(walk.node(id)) !== null;
    this.setState({ editing: can ? id : null });
    return can;
  }

  private readonly endChange = () => {
    this.setState({ editing: null });
    this.byKey = true;
  };

  private readonly onDoubleClick = (event: MouseEvent) => {
    const id = idOf(event.target as Element);
    if (id !== null && !(event.target as Element).closest("[data-fold]")) this.props.walk.fold(id);
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" && this.change(this.props.walk.chosen)) return event.preventDefault();
    if (!this.props.walk.key(event.key, this.props.outlined)) return;
    event.preventDefault();
    this.byKey = true;
  };

  override componentDidUpdate(before: DrawingProps): void {
    const { walk } = this.props;
    if (this.byKey) {
      this.byKey = false;
      this.svg.current?.querySelector<SVGGElement>(`[data-node="${walk.chosen}"]`)?.focus({ preventScroll: true });
      this.reveal(walk.chosen);
    } else if (walk.now !== null && before.count !== this.props.count) this.reveal(walk.now);
  }

  override componentDidMount(): void {
    const root = this.placed?.at.get(0);
    const box = this.place.current;
    if (root && box && !this.props.outlined) box.scrollLeft = this.props.zoom * root.x - box.clientWidth / 2;
  }

  /** Scrolls so far that a node is in sight, within the drawing alone. */
  private reveal(id: number): void {
    const box = this.place.current;
    const node = this.svg.current?.querySelector<SVGGElement>(`[data-node="${id}"]`);
    if (!box || !node) return;
    const [a, b] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    if (a.left < b.left + FAR) box.scrollLeft += a.left - b.left - FAR;
    else if (a.right > b.right - FAR) box.scrollLeft += Math.min(a.left - b.left - FAR, a.right - b.right + FAR);
    if (a.top < b.top + FAR) box.scrollTop += a.top - b.top - FAR;
    else if (a.bottom > b.bottom - FAR) box.scrollTop += Math.min(a.top - b.top - FAR, a.bottom - b.bottom + FAR);
  }

  private rooms(): Map<number, Room> {
    const { walk, boards, outlined, thumbs, edit } = this.props;
    const { tree } = walk;
    const lines = tree.simulations ? linesAtMost : linesOf;
    const windows = tree.tree.some((node) => node.parent !== null && node.window);
    const rooms = new Map<number, Room>();
    for (const id of walk.seen) {
      const node = walk.node(id);
      const scene = thumbs && !outlined ? boards.at(id) : null;
      rooms.set(id, outlined ? rowOf(node, lines(tree, node)) : roomOf(tree, node, windows, scene && thumbSize(scene, BOARD), edit?.value(node) ?? null, lines(tree, node)));
    }
    return rooms;
  }

  private edge(id: number, rooms: Map<number, Room>, placed: Placed) {
    const { walk, outlined } = this.props;
    const node = walk.node(id);
    const parent = node.parent;
    const [from, to] = [placed.at.get(parent ?? -1), placed.at.get(id)];
    if (parent === null || !from || !to) return null;
    const stage = walk.searchSteps.stage(id, walk.step);
    const bottom = from.y + (rooms.get(parent)?.size.h ?? 0);
    const [x, y] = [tenth(to.x), tenth(to.y)];
    const d = outlined ? `M${tenth(from.x + 12)} ${tenth(bottom)}V${tenth(to.y + 15)}H${x + 8}` : `M${tenth(from.x)} ${tenth(bottom)}V${tenth(bottom + 10)}L${x} ${y}`;
    const line = walk.searchSteps.isLit(id, walk.step) ? " line" : "";
    const kind = stage === "later" ? "" : node.kind;
    const [midX, midY] = outlined ? [x - 2, y + 15] : [tenth((from.x + to.x) / 2), tenth((bottom + 10 + to.y) / 2)];
    return (
      <g key={id} class={`edge ${stage} ${kind}${line}${node.revisit ? " revisit" : ""}`}>
        <path d={d} />
        {node.kind === "pruned" && stage === "known" && <path class="slash" d={`M${midX - 6} ${midY + 3}l9 -8M${midX - 3} ${midY + 6}l9 -8`} />}
      </g>
    );
  }

  private node(id: number, rooms: Map<number, Room>, placed: Placed) {
    const { walk, boards, names, outlined, thumbs, edit } = this.props;
    const { tree, searchSteps, step } = walk;
    const [node, spot, room] = [walk.node(id), placed.at.get(id), rooms.get(id)];
    if (!spot || !room) return null;
    const siblings = node.parent === null ? [0] : walk.shown(node.parent);
    const stage = searchSteps.stage(id, step);
    const cut = searchSteps.isCut(id, step);
    const line = searchSteps.isLit(id, step);
    const simulated = searchSteps instanceof SimulationSteps ? searchSteps : null;
    return (
      <NodeView
        key={id}
        tree={tree}
        node={node}
        spot={spot}
        room={room}
        stage={stage}
        line={line}
        cut={cut}
        window={searchSteps.window(id, step)}
        chosen={walk.chosen === id}
        now={walk.now === id}
        children={walk.childrenOf(id).filter((child) => searchSteps.isThere(child, step)).length}
        open={walk.isOpen(id)}
        scene={thumbs && !outlined ? boards.at(id) : null}
        place={[siblings.indexOf(id) + 1, siblings.length]}
        said={simulated ? spokenAt(simulated, node, names, step) : spoken(tree, node, names, stage === "known", cut, line)}
        written={simulated && writtenAt(simulated, id, step)}
        outlined={outlined}
        given={edit?.value(node) ?? null}
      />
    );
  }

  private field(rooms: Map<number, Room>, placed: Placed) {
    const { walk, edit, outlined } = this.props;
    const id = this.state.editing;
    const [spot, room] = [placed.at.get(id ?? -1), rooms.get(id ?? -1)];
    if (id === null || !edit || !spot || !room) return null;
    return <LeafField key={id} node={walk.node(id)} edit={edit} spot={spot} room={room} outlined={outlined} onend={this.endChange} />;
  }

  override render({ walk, label, outlined, zoom, edit }: DrawingProps) {
    const rooms = this.rooms();
    const shown = { children: (id: number) => walk.shown(id), size: (id: number) => rooms.get(id)?.size ?? { w: 0, h: 0 } };
    const placed = outlined ? outline(shown) : drawing(shown);
    this.placed = placed;
    const seen = walk.seen;
    return (
      <div class="tree-place" ref={this.place} onPointerDown={this.pan.down} onPointerMove={this.pan.move} onPointerUp={this.pan.up} onPointerCancel={this.pan.up}>
        <svg
          ref={this.svg}
          class={["tree", outlined && "outlined", edit && "typed-in"].filter(Boolean).join(" ")}
          width={Math.ceil(zoom * placed.w)}
          height={Math.ceil(zoom * placed.h)}
          viewBox={`0 0 ${Math.ceil(placed.w)} ${Math.ceil(placed.h)}`}
          onClick={this.onClick}
          onDblClick={this.onDoubleClick}
          onKeyDown={this.onKeyDown}
        >
          <g aria-hidden="true">{seen.map((id) => this.edge(id, rooms, placed))}</g>
          <g role="tree" aria-label={label} aria-description={w.tree.keys}>
            {seen.map((id) => this.node(id, rooms, placed))}
          </g>
          {this.field(rooms, placed)}
        </svg>
      </div>
    );
  }
}

function idOf(target: Element): number | null {
  const id = target.closest("[data-node]")?.getAttribute("data-node");
  return id === null || id === undefined ? null : Number(id);
}
