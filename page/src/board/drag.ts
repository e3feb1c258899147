// Dragging a piece: what is taken up is pressed, and where it is let go is pressed next. Where one press on it is the
// whole move, it is pressed when it is let go where that move takes it.
import type { Scene } from "../model/scene";

const ENOUGH = 6; // pixels that make a drag of a press

/** What a drag asks of its board. */
export interface DragProps {
  scene: Scene;
  chosen: readonly string[];
  /** What a press on a shape means, null: nothing. */
  meant: (id: string) => string | null;
  /** Whether a press on it makes a move at once. */
  ends: (id: string) => boolean;
  /** Where such a press picks up what is there. */
  goal: (id: string) => string | null;
  press: (id: string, dragged: boolean) => boolean;
  /** A drag begins there; left out: that is a press. */
  lift?: (id: string) => void;
}

export class Drag {
  /** What was pressed, and the piece that would move with it. */
  private begun: { id: string; piece: string } | null = null;
  private held: SVGGElement | null = null;
  private from: [number, number] = [0, 0];
  private swallows = false;
  /** Where one press takes what is dragged. */
  private goal: string | null = null;

  constructor(
    private readonly props: () => DragProps,
    private readonly element: (id: string) => SVGGElement | null,
  ) {}

  /** Whether the click that comes now belongs to a drag, as one does that ends where it began. */
  justEnded(): boolean {
    const yes = this.swallows;
    this.swallows = false;
    return yes;
  }

  get drags(): boolean {
    return this.held !== null;
  }

  /** The click that comes now means nothing. */
  swallow(): void {
    this.swallows = true;
  }

  readonly down = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    this.swallows = false;
    const id = (event.target as Element).closest("[data-id]")?.getAttribute("data-id");
    const piece = id ? this.pieceOf(id) : null;
    this.begun = id && piece ? { id, piece } : null;
    this.from = [event.clientX, event.clientY];
  };

  /** A finger on a piece moves it and not the page. touch-action does not do that for a part of a drawing. */
  readonly touched = (event: TouchEvent) => {
    if (this.begun && event.touches.length === 1 && event.cancelable) event.preventDefault();
  };

  readonly move = (event: PointerEvent) => {
    if (this.begun === null || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - this.from[0], event.clientY - this.from[1]];
    if (!this.held && Math.hypot(dx, dy) < ENOUGH) return;
    if (!this.held) this.take(this.begun);
    const matrix = this.held?.ownerSVGElement?.getScreenCTM();
    const scale = matrix ? matrix.a : 1;
    this.held?.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    event.preventDefault();
  };

  readonly up = (event: PointerEvent) => {
    if (this.held && this.begun && event.isPrimary) {
      this.held.setAttribute("pointer-events", "none");
      const below = ((event.currentTarget as Element).getRootNode() as Document).elementFromPoint(event.clientX, event.clientY)?.closest("[data-id]")?.getAttribute("data-id");
      this.swallow();
      const { press } = this.props();
      if (this.goal !== null) {
        const box = this.element(this.goal)?.getBoundingClientRect(); // nothing is pressed there: it may lie below others
        const { clientX: x, clientY: y } = event;
        if (box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) press(this.begun.id, true);
      } else if (below && below !== this.begun.id) press(below, true);
    }
    this.cancel();
  };

  readonly cancel = () => {
    this.held?.removeAttribute("transform");
    this.held?.removeAttribute("pointer-events");
    this.held = null;
    this.begun = null;
    this.goal = null;
  };

  /** The piece that moves where a press there begins or makes a move that takes it somewhere; null: none. */
  private pieceOf(id: string): string | null {
    const { scene, meant, ends, goal, chosen } = this.props();
    const means = meant(id);
    if (means === null || (!chosen.includes(means) && ends(means) && goal(means) === null)) return null;
    const shape = [scene.find(id), scene.standingOn(means), scene.find(means)].find((s) => s?.kind === "piece");
    return shape?.id ?? null;
  }

  /** Takes the piece up: presses what is dragged, or remembers where one press takes it. */
  private take({ id, piece }: { id: string; piece: string }): void {
    const { meant, ends, goal, chosen, press, lift } = this.props();
    const means = meant(id);
    if (means === null) return;
    if (lift) lift(means);
    else if (!chosen.includes(means) && ends(means)) this.goal = goal(means);
    else if (!chosen.includes(means)) press(means, false);
    this.held = this.element(piece);
  }
}
