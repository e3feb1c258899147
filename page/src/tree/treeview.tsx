// A search tree to unfold and to step through. All that it needs is the tree's JSON, as `hra tree --format json` and the
// event `tree` write it; with boards in it, boards are shown.
import { Component, createRef } from "preact";
import { readSpec } from "../model/line";
import { w } from "../strings/strings";
import { Boards } from "./boards";
import { CardView } from "./card";
import { Drawing } from "./drawing";
import type { Edit } from "./leaf";
import { pictureOf } from "./picture";
import { SimulationCard } from "./simulation_card";
import { SimulationSteps } from "./simulation_steps";
import { StepsView, sentence } from "./steps";
import type { Names } from "./texts";
import type { Tree, TreeNode } from "../model/tree";
import { Walk } from "./walk";

export interface TreeViewProps {
  /** Another one takes its place: what was unfolded, chosen and shown stays as far as it has that. */
  tree: Tree;
  /** What the tree is called, for those who hear it. */
  label: string;
  /** The names of the seats; a seat without a name is called by its number. */
  names?: Names;
  /** How many steps of the search are shown; left out: all at first, and then as the view's own buttons have it. */
  step?: number;
  /** Told when another step is shown, or another node chosen. */
  onstep?: (step: number, count: number) => void;
  onchoose?: (node: TreeNode) => void;
  /** Searches from a node, below which this tree may not show all; left out: there is no button for it. */
  onfurther?: (node: TreeNode) => void;
  /** Whether boards stand at the nodes at first. */
  thumbs?: boolean;
  /** Takes a picture of the tree as it is seen, as SVG; left out: there is no button for it. */
  onpicture?: (name: string, svg: string) => void;
  /** Which leaves can be given other values; left out: none. */
  edit?: Edit;
}

interface Looks {
  outlined: boolean;
  thumbs: boolean;
  zoom: number;
  /** On a projector: over all of the page, and step by step by one key, as presenters send it. */
  large: boolean;
  /** Counts what has changed. */
  count: number;
}

const PACE = 800; // milliseconds a step
const PACE_TO_READ = 2500; // where each step has a sentence and numbers
const LARGE = 1.85; // so that the smallest letters of a tree have 20 px
const ZOOMS = [0.35, 0.5, 0.7, 1, 1.4, 2];

export class TreeView extends Component<TreeViewProps, Looks> {
  override state: Looks = {
    outlined: window.matchMedia("(max-width: 40rem)").matches,
    thumbs: this.props.thumbs ?? false,
    zoom: 1,
    large: false,
    count: 0,
  };
  private readonly whole = createRef<HTMLDivElement>();
  private readonly walk = new Walk(this.props.tree, () => this.changed());
  private boards = new Boards(this.props.tree);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told = { step: -1, chosen: -1 };

  private readonly onKey = (event: KeyboardEvent) => {
    if (!this.state.large || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") this.setState({ large: false });
    else if (event.key === "PageDown" || event.key === "n") this.walk.go(1);
    else if (event.key === "PageUp" || event.key === "p") this.walk.go(-1);
    else return;
    event.preventDefault();
  };

  private readonly save = () => {
    const { tree, names = [], onpicture } = this.props;
    const { walk } = this;
    const svg = this.whole.current?.querySelector<SVGSVGElement>("svg.tree");
    if (svg) onpicture?.(`${[readSpec(tree.game).name, readSpec(tree.method).name, walk.step].join("-")}.svg`, pictureOf(svg, sentence(walk, names)));
  };

  override componentDidMount(): void {
    window.addEventListener("keydown", this.onKey);
    if (this.props.step !== undefined) this.walk.show(this.props.step);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
    window.removeEventListener("keydown", this.onKey);
  }

  override componentDidUpdate(before: TreeViewProps): void {
    const { tree, step } = this.props;
    if (tree !== before.tree) {
      this.boards = new Boards(tree);
      this.walk.replace(tree);
      this.changed();
    }
    if (step !== undefined && step !== before.step && step !== this.walk.step) this.walk.show(step);
  }

  private changed(): void {
    const { walk, told } = this;
    const { onstep, onchoose } = this.props;
    this.setState(({ count }) => ({ count: count + 1 }));
    if (walk.step !== told.step) onstep?.(walk.step, walk.searchSteps.count);
    if (walk.chosen !== told.chosen) onchoose?.(walk.node(walk.chosen));
    this.told = { step: walk.step, chosen: walk.chosen };
    clearTimeout(this.timer);
    if (walk.playing) this.timer = setTimeout(() => this.goOn(), this.props.tree.simulations ? PACE_TO_READ : PACE);
  }

  private goOn(): void {
    const { walk } = this;
    if (walk.ended) walk.play(false);
    else walk.go(1);
    if (walk.ended) walk.playing = false;
  }

  override render({ tree, label, names = [], onfurther, onpicture, edit }: TreeViewProps, { outlined, thumbs, zoom, large, count }: Looks) {
    const { walk, boards } = this;
    const at = ZOOMS.indexOf(zoom);
    return (
      <div class={large ? "tree-view large" : "tree-view"} tabIndex={large ? -1 : undefined} ref={this.whole}>
        <div class="tree-tools actions" role="group" aria-label={label}>
          <button aria-pressed={outlined} onClick={() => this.setState({ outlined: !outlined })}>
            {w.tree.outline}
          </button>
          {boards.any && !outlined && (
            <button aria-pressed={thumbs} onClick={() => this.setState({ thumbs: !thumbs })}>
              {w.tree.boards}
            </button>
          )}
          <button aria-label={w.tree.smaller} disabled={at === 0} onClick={() => this.setState({ zoom: ZOOMS[at - 1] ?? zoom })}>
            −
          </button>
          <button aria-label={w.tree.larger} disabled={at === ZOOMS.length - 1} onClick={() => this.setState({ zoom: ZOOMS[at + 1] ?? zoom })}>
            +
          </button>
          <button onClick={() => walk.unfold(true)}>{w.tree.unfoldAll}</button>
          <button onClick={() => walk.unfold(false)}>{w.tree.foldRest}</button>
          <button aria-pressed={large} title={w.tree.largeKeys} onClick={() => this.setState({ large: !large }, () => this.whole.current?.focus())}>
            {w.exercise.large}
          </button>
          {onpicture && (
            <button title={w.tree.picture} onClick={this.save}>
              {w.share.svg}
            </button>
          )}
        </div>
        <StepsView walk={walk} names={names} />
        <div class={tree.simulations ? "tree-and-card simulated" : "tree-and-card"}>
          <Drawing walk={walk} boards={boards} names={names} label={label} outlined={outlined} thumbs={thumbs} zoom={large ? LARGE * zoom : zoom} edit={edit ?? null} count={count} />
          {walk.searchSteps instanceof SimulationSteps ? (
            <SimulationCard walk={walk} steps={walk.searchSteps} boards={boards} names={names} />
          ) : (
            <CardView walk={walk} boards={boards} names={names} onfurther={onfurther} />
          )}
        </div>
      </div>
    );
  }
}
