// A drawing that is larger than its place is drawn along by the mouse; fingers scroll it anyway.

const LEAST = 4; // pixels

export class Pan {
  private from: { x: number; y: number; left: number; top: number } | null = null;
  private moved = false;

  constructor(private readonly place: () => HTMLElement | null) {}

  /** Whether the press that has just ended drew the drawing along, and so means nothing else. */
  justMoved(): boolean {
    return this.moved;
  }

  readonly down = (event: PointerEvent): void => {
    const place = this.place();
    this.moved = false;
    if (!place || event.pointerType !== "mouse" || event.button !== 0) return;
    this.from = { x: event.clientX, y: event.clientY, left: place.scrollLeft, top: place.scrollTop };
  };

  readonly move = (event: PointerEvent): void => {
    const { from } = this;
    const place = this.place();
    if (!from || !place) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.moved && Math.hypot(dx, dy) < LEAST) return;
    if (!this.moved) place.setPointerCapture(event.pointerId);
    this.moved = true;
    place.scrollLeft = from.left - dx;
    place.scrollTop = from.top - dy;
  };

  readonly up = (): void => {
    this.from = null;
  };
}
