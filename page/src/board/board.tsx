// The board to play on: drawn from the scene, by mouse, finger and keyboard.
import type { Shape } from "../model/shapes";
import type { Arrow } from "../model/advise";
import { Component, createRef } from "preact";
import { ArrowHeads, ArrowView, Corners, Frame, Target } from "./marks";
import { type Box, CELL, boxOf, extent, inset, isOutside, isWide } from "./box";
import { type DragProps, Drag } from "./drag";
import { directionOf, nearest, neighbour, reachable } from "./explore";
import { Paper, Round, groupsOf } from "./board_shapes";
import { ShapeView } from "./shape";
import { copiesOf, fade, finish, slide, tumble } from "./motion";
import { Textures } from "./symbol";

export interface BoardProps extends DragProps {
  /** What the whole board is called. */
  label: string;
  turned: boolean;
  targets: Set<string>;
  /** Nothing was pressed, or by keyboard Escape. */
  clear: (byKey: boolean) => void;
  /** A key that the board has no use for itself; true: it was used. */
  onkey: (key: string) => boolean;
  arrows: Arrow[];
  /** How far each shape moved; new with each count of motions. */
  moved: Map<string, [number, number]>;
  /** What the last move took off the board. */
  gone?: readonly string[];
  motions: number;
  still: boolean;
  /** Says of a shape that it can be pressed, for those who hear it. */
  canPress: string;
}

const FEW = 5; // cells in whose corners a number can be read on a telephone
const SWIPE = 24; // pixels
const BROAD = 10; // cells on which the worth of a move cannot be read on a telephone
const SMALL = 6; // cells that would be too large
const TALL = 1.3; // times as high as wide: a whole that need not fit the window at once

interface Focus {
  shape: Shape | undefined;
  /** Whether the focus came by keyboard and is to be seen. */
  seen: boolean;
}

export class Board extends Component<BoardProps, Focus> {
  override state: Focus = { shape: undefined, seen: false };
  private readonly svg = createRef<SVGSVGElement>();
  private readonly leaving = createRef<SVGGElement>();
  private readonly drag = new Drag(
    () => this.props,
    (id) => this.element(id),
  );
  /** What had the focus last. */
  private last: Element | null = null;

  override componentDidMount(): void {
    this.root.addEventListener("focusin", this.note);
    this.svg.current?.addEventListener("touchmove", this.drag.touched, { passive: false });
  }

  override componentWillUnmount(): void {
    this.root.removeEventListener("focusin", this.note);
  }

  /** The page, or the inside of an element that the board is in. */
  private get root(): Document | ShadowRoot {
    return (this.svg.current?.getRootNode() ?? document) as Document | ShadowRoot;
  }

  private readonly note = (event: globalThis.Event) => {
    this.last = event.target as Element;
  };

  /** Whether what was pressed here has gone, or can no more be pressed, and took the focus with it. */
  private get lostFocus(): boolean {
    const { activeElement } = this.root;
    const { last } = this;
    if (!last?.hasAttribute("data-id") || (activeElement !== last && activeElement !== document.body && activeElement !== null)) return false;
    return !last.isConnected || last.matches(":disabled") || (last instanceof SVGElement && !last.hasAttribute("tabindex"));
  }

  private element(id: string): SVGGElement | null {
    return this.svg.current?.querySelector<SVGGElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
  }

  private readonly onClick = (event: MouseEvent) => {
    const id = idOf(event.target);
    if (this.drag.justEnded()) return;
    if (id === null) this.props.clear(false);
    else this.props.press(id, false);
  };

  private from: [number, number] = [0, 0];

  private readonly onDown = (event: PointerEvent) => {
    finish(this.svg.current);
    this.from = [event.clientX, event.clientY];
    this.drag.down(event);
  };

  /** A swipe that dragged nothing means the arrow key of its way. */
  private readonly onUp = (event: PointerEvent) => {
    const [dx, dy] = [event.clientX - this.from[0], event.clientY - this.from[1]];
    if (event.button === 0 && !this.drag.drags && Math.hypot(dx, dy) > SWIPE) {
      const way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "Right" : "Left") : dy > 0 ? "Down" : "Up";
      if (this.props.onkey(`Arrow${way}`)) this.drag.swallow();
    }
    this.drag.up(event);
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const { scene, turned, press, clear, onkey, meant } = this.props;
    const shapes = reachable(scene, (id) => meant(id) === id);
    const at = this.current(shapes);
    const direction = directionOf(event.key);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && (event.shiftKey || event.repeat)) return event.preventDefault(); // held down, it does nothing twice
    if (onkey(event.key)) event.preventDefault();
    else if (event.key === "PageDown" || event.key === "PageUp") {
      const can = shapes.filter((s) => meant(s.id) !== null);
      const i = can.findIndex((s) => s.id === at?.id);
      const next = can[(i + (event.key === "PageDown" ? 1 : i < 0 ? 0 : -1) + can.length) % can.length];
      if (next) this.focus(next);
      event.preventDefault();
    } else if (direction && at && this.state.seen) {
      const next = neighbour(shapes, at, direction, turned);
      if (next) this.focus(next);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && at) {
      press(at.id, false);
      event.preventDefault();
    } else if (event.key === "Escape") clear(true);
  };

  private focus(shape: Shape, still = () => true): void {
    this.setState({ shape, seen: true }, () => still() && this.element(shape.id)?.focus());
  }

  private readonly onFocus = (event: FocusEvent) => {
    const id = idOf(event.target);
    if (id === null) return;
    const shape = this.props.scene.find(id);
    const seen = (event.target as Element).matches(":focus-visible");
    if (shape) this.setState({ shape, seen });
  };

  private readonly onBlur = () => this.setState({ seen: false });

  private current(shapes: Shape[]): Shape | undefined {
    const { shape } = this.state;
    return shapes.find((s) => s.id === shape?.id) ?? nearest(shapes, shape);
  }

  override componentDidUpdate(before: BoardProps, _: Focus, copies?: SVGGElement[]): void {
    const { motions, moved, still, turned, scene, meant } = this.props;
    if (this.lostFocus) {
      const next = this.current(reachable(scene, (id) => meant(id) === id));
      const { last } = this;
      if (next) this.focus(next, () => this.last === last); // the outcome may have taken it by then
    }
    if (motions === before.motions || still) return;
    const element = (id: string) => this.element(id);
    slide(moved, turned, element);
    fade(copies ?? [], this.leaving.current);
    tumble(before.scene, scene, turned ? extent(scene) : null, element);
  }

  /** What is about to go is copied, to be seen going. */
  override getSnapshotBeforeUpdate(before: BoardProps): SVGGElement[] {
    const { motions, still, gone = [] } = this.props;
    return motions === before.motions || still ? [] : copiesOf(gone, (id) => this.element(id));
  }

  private shapeView(shape: Shape, focusable: Map<string, boolean>, at: Shape | undefined, turned: Box | null) {
    const { scene, meant, chosen, targets, canPress } = this.props;
    const means = meant(shape.id);
    const can = means !== null;
    const next = can && targets.has(means);
    const explored = focusable.has(shape.id);
    const isChosen = chosen.includes(shape.id) || (shape.on !== undefined && chosen.includes(shape.on) && shape.kind === "piece");
    const spoken = explored ? `${shape.name}${can && !isChosen ? `, ${canPress}` : ""}` : undefined;
    const box = boxOf(shape, turned, scene.outlined(shape));
    const named = !explored && shape.kind === "label" && shape.symbol !== undefined; // its symbol says a part of what it says
    return (
      <g
        key={shape.id}
        data-id={shape.id}
        class={`${next ? "can next" : can ? "can" : "shape"}${shape.kind === "piece" && shape.marks?.includes("faint") ? " faint" : ""}`}
        role={explored ? (can ? "button" : "img") : named ? "img" : undefined}
        aria-label={named ? shape.name : spoken}
        aria-pressed={explored && can && isChosen ? "true" : undefined}
        aria-hidden={explored || shape.kind === "label" || shape.kind === "text" ? undefined : "true"}
        tabindex={explored ? (at?.id === shape.id ? 0 : -1) : undefined}
      >
        {shape.kind === "place" && !box.outline && <rect class="sheer" x={box.x} y={box.y} width={box.w} height={box.h} />}
        <ShapeView shape={shape} box={box} scene={scene} />
      </g>
    );
  }

  override render({ scene, label, turned, chosen, targets, arrows, meant }: BoardProps) {
    const size = extent(scene);
    const mirror = turned ? size : null;
    const shapes = reachable(scene, (id) => meant(id) === id);
    const focusable = new Map(shapes.map((s) => [s.id, true]));
    const at = this.current(shapes);
    const box = (id: string): Box | null => {
      const s = scene.find(id);
      return s && !isOutside(s) ? boxOf(s, mirror) : null;
    };
    /** The piece that moves along a path: the one on top, below those that move along it too. */
    const mover = (id: string, { press, beside }: Arrow): string => {
      const pieces = press.length > 1 ? scene.allOn(id).filter((s) => s.kind === "piece") : [];
      return pieces[Math.max(0, pieces.length - 1 - beside)]?.id ?? id;
    };
    const groups = groupsOf(scene.board.shapes);
    const drawn = (s: Shape) => {
      const parts = groups.get(s.id);
      const view = this.shapeView(s, focusable, at, mirror);
      return parts ? [<Round key={s.group} parts={parts} boxes={parts.map((p) => boxOf(p, mirror))} />, view] : view;
    };
    const margin = 0.14;
    const view = [size.x - margin, size.y - margin, size.w + 2 * margin, size.h + 2 * margin].map((x) => x * CELL);
    return (
      <svg
        ref={this.svg}
        class={`board${size.w > FEW ? " fine" : ""}${size.w > BROAD ? " broad" : ""}${isWide(size) ? " wide" : size.w < SMALL ? " small" : size.h > TALL * size.w ? " tall" : ""}`}
        viewBox={view.join(" ")}
        preserveAspectRatio="xMidYMin" // buttons that come below do not move it
        role="group"
        tabindex={-1}
        aria-label={label}
        aria-describedby="board-keys"
        onClick={this.onClick}
        onKeyDown={this.onKeyDown}
        onFocusIn={this.onFocus}
        onFocusOut={this.onBlur}
        onPointerDown={this.onDown}
        onPointerMove={this.drag.move}
        onPointerUp={this.onUp}
        onPointerCancel={this.drag.cancel}
      >
        <ArrowHeads />
        <Textures />
        <Paper size={size} ground={scene.board.ground} />
        {scene.shapes.filter((s) => !isOutside(s)).map(drawn)}
        <g class="over" aria-hidden="true" ref={this.leaving} />
        <g class="over" aria-hidden="true">
          {[...targets].map((id) => {
            const shape = scene.find(id);
            if (!shape || isOutside(shape) || chosen.includes(id)) return null;
            const there = scene.allOn(id);
            const top = there[there.length - 1];
            const marked = top && shape.form !== "round" && there.every((s) => s.owner === top.owner) ? top : shape;
            return <Target key={id} shape={marked} box={boxOf(marked, mirror)} strong={chosen.length > 0} free={there.length === 0} />;
          })}
          {chosen.map((id) => {
            const b = box(id);
            return b && <Frame key={id} box={inset(b, 1.5)} name="chosen" />;
          })}
          {arrows.map((arrow, i) => (
            <ArrowView key={i} boxes={arrow.press.map((id, at) => box(at > 0 ? id : mover(id, arrow))).filter((b) => b !== null)} text={arrow.text} beside={arrow.beside} name={arrow.name} />
          ))}
          {this.state.seen && at && <Corners box={inset(boxOf(at, mirror), -1.5)} name="focus" />}
          {this.state.seen && at && <Frame box={inset(boxOf(at, mirror), -1.5)} name="focus" />}
        </g>
      </svg>
    );
  }
}

function idOf(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest("[data-id]")?.getAttribute("data-id") ?? null;
}
