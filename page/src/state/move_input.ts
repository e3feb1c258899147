// The pressing machine: shapes are pressed, one after another, until they are a move (docs/scene.md).
import type { LegalMove } from "../model/events";

export interface Pressed {
  /** The move that is complete now. */
  move?: string;
  /** Whether the press led anywhere. */
  taken: boolean;
}

/** Whether a list has each of these, as often as they are there. */
function holds(list: readonly string[], these: readonly string[]): boolean {
  const times = (all: readonly string[], id: string) => all.filter((one) => one === id).length;
  return these.every((id) => times(these, id) <= times(list, id));
}

export class MoveInput {
  private ways: LegalMove[] = [];
  private pressed: string[] = [];

  /** `on` says what a shape stands on, "" for nothing. */
  constructor(private readonly on: (id: string) => string) {}

  set(ways: LegalMove[]): void {
    this.ways = ways.filter((way) => way.input !== undefined);
    this.pressed = [];
  }

  clear(): void {
    this.pressed = [];
  }

  /** What was pressed so far. */
  get chosen(): readonly string[] {
    return this.pressed;
  }

  /** What can be pressed next. */
  get targets(): Set<string> {
    return this.next(this.pressed);
  }

  /** What a press on a shape means: itself, or the nearest thing below it that can be pressed. */
  meant(id: string): string | null {
    return this.resolve(id, this.pressed) ?? this.resolve(id, []);
  }

  /** Whether a press on it is a whole move when it comes first. */
  ends(id: string): boolean {
    return this.ways.some((way) => !way.set && way.input?.length === 1 && way.input[0] === id);
  }

  /** Where a press on it, which is a whole move, takes what stands there; null: nowhere. */
  goal(id: string): string | null {
    const way = this.ways.find(({ input: press }) => press?.length === 1 && press[0] === id);
    return way?.steps?.find(([from]) => from === id)?.[1] ?? null;
  }

  press(id: string): Pressed {
    let meant = this.resolve(id, this.pressed);
    if (meant === null) {
      // Something else was begun: the new press counts, the old ones do not.
      meant = this.resolve(id, []);
      if (meant === null && this.counts) return { taken: false }; // no slip undoes dice that are entered
      const again = meant !== null && this.pressed[0] === meant && this.pressed.length === 1;
      this.pressed = [];
      if (meant === null || again) return { taken: again };
    }
    const off = this.pressed.indexOf(meant);
    if (off >= 0 && this.inSets() && !this.hasMore(meant)) this.pressed = this.pressed.filter((_, i) => i !== off);
    else this.pressed = [...this.pressed, meant];
    const whole = this.ways.find((way) => this.isWhole(way));
    if (!whole) return { taken: true };
    this.pressed = [];
    return { taken: true, move: whole.move };
  }

  private inSets(): boolean {
    return this.ways.some((way) => way.set && this.leads(way, this.pressed));
  }

  /** Whether a set has one more of it than was pressed. */
  private hasMore(id: string): boolean {
    return this.ways.some((way) => way.set && this.leads(way, [...this.pressed, id]));
  }

  /** Whether some set has a shape several times: then a press adds one, and does not take it off. */
  get counts(): boolean {
    return this.ways.some(({ set, input = [] }) => set && new Set(input).size < input.length);
  }

  private isWhole(way: LegalMove): boolean {
    const ids = way.input as string[];
    if (ids.length !== this.pressed.length) return false;
    if (!way.set) return ids.every((id, i) => id === this.pressed[i]);
    return this.pressed[this.pressed.length - 1] === ids[ids.length - 1] && holds(ids, this.pressed);
  }

  /** Whether what was pressed may become this way. */
  private leads(way: LegalMove, pressed: readonly string[]): boolean {
    const ids = way.input as string[];
    if (!way.set) return pressed.length < ids.length && pressed.every((id, i) => id === ids[i]);
    return holds(ids, pressed);
  }

  private next(pressed: readonly string[]): Set<string> {
    const next = new Set<string>();
    for (const way of this.ways) {
      if (!this.leads(way, pressed)) continue;
      const ids = way.input as string[];
      if (!way.set) {
        next.add(ids[pressed.length] as string);
        continue;
      }
      const done = ids[ids.length - 1] as string;
      for (const id of ids) if (id !== done) next.add(id);
      if (pressed.length === ids.length - 1) next.add(done);
    }
    return next;
  }

  private resolve(id: string, pressed: readonly string[]): string | null {
    const next = this.next(pressed);
    for (let at = id, hops = 0; at && hops < 8; at = this.on(at), hops++) if (next.has(at)) return at;
    return null;
  }
}
