// What a person draws on the board: arrows from place to place, and marks on places. They are of one moment.
export class Drawing {
  /** Presses draw, and make no moves. */
  pen = false;
  /** Where an arrow begins that has no end yet. */
  from: string | null = null;
  /** Each is the way of an arrow, or the one place that is marked. */
  marks: string[][] = [];

  constructor(private readonly redraw: () => void) {}

  setPen(on: boolean): void {
    this.pen = on;
    this.from = null;
    this.redraw();
  }

  /** Draws from one place to another, the same: a mark on it; what is there already goes. */
  draw(from: string, to: string): void {
    const mark = from === to ? [from] : [from, to];
    const rest = this.marks.filter((one) => one.join("\n") !== mark.join("\n"));
    this.marks = rest.length < this.marks.length ? rest : [...rest, mark];
    this.from = null;
    this.redraw();
  }

  /** A press with the pen: where an arrow begins, then where it ends. */
  press(place: string): void {
    if (this.from !== null) return this.draw(this.from, place);
    this.from = place;
    this.redraw();
  }

  clear(): void {
    this.marks = [];
    this.from = null;
    this.redraw();
  }
}
