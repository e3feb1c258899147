// Dragging a piece: what is taken up is pressed, and where it is let go is pressed next.
import type { BoardProps } from "./board";

const ENOUGH = 6; // pixels that make a drag of a press

export class Drag {
  private id: string | null = null;
  private held: SVGGElement | null = null;
  private from: [number, number] = [0, 0];
  private ended = 0;

  constructor(
    private readonly props: () => BoardProps,
    private readonly element: (id: string) => SVGGElement | null,
  ) {}

  /** Whether the click that comes now belongs to a drag. */
  justEnded(): boolean {
    return performance.now() - this.ended < 50;
  }

  get drags(): boolean {
    return this.held !== null;
  }

  /** The click that comes now means nothing. */
  swallow(): void {
    this.ended = performance.now();
  }

  readonly down = (event: PointerEvent) => {
    const id = (event.target as Element).closest("[data-id]")?.getAttribute("data-id");
    if (!event.isPrimary || event.button !== 0 || !id || this.props().meant(id) === null) return;
    this.id = id;
    this.from = [event.clientX, event.clientY];
  };

  readonly move = (event: PointerEvent) => {
    if (this.id === null || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - this.from[0], event.clientY - this.from[1]];
    if (!this.held && Math.hypot(dx, dy) < ENOUGH) return;
    if (!this.held && !this.take()) return;
    const matrix = (this.held as SVGGElement).ownerSVGElement?.getScreenCTM();
    const scale = matrix ? matrix.a : 1;
    this.held?.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    event.preventDefault();
  };

  readonly up = (event: PointerEvent) => {
    if (this.held && event.isPrimary) {
      this.held.setAttribute("pointer-events", "none");
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-id]")?.getAttribute("data-id");
      this.ended = performance.now();
      if (below && below !== this.id) this.props().press(below, true);
    }
    this.cancel();
  };

  readonly cancel = () => {
    this.held?.removeAttribute("transform");
    this.held?.removeAttribute("pointer-events");
    this.held = null;
    this.id = null;
  };

  /** Presses what is dragged, where there is a piece to be seen on it. */
  private take(): boolean {
    const { scene, meant, ends, chosen, press } = this.props();
    const id = meant(this.id as string);
    if (id === null) return false;
    const shape = scene.standingOn(id) ?? scene.find(id);
    if (shape?.kind !== "piece" || (!chosen.includes(id) && ends(id))) {
      this.id = null;
      return false;
    }
    if (!chosen.includes(id)) press(id, false);
    this.held = this.element(shape.id);
    return this.held !== null;
  }
}
