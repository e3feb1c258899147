// Which seat is at the lower side of the board: one's own, unless the board was flipped.
import type { Scene } from "../model/scene";
import type { Table } from "./table";
import type { TableSettings } from "./table_settings";

/** The seat whose pieces stand lower in the picture; of a board where that says nothing the first one. */
export function lowerSeat(scene: Scene): number {
  const sums = scene.board.seats.map(() => [0, 0] as [number, number]);
  for (const shape of scene.now.shapes) {
    const sum = shape.kind === "piece" && shape.owner !== undefined ? sums[shape.owner] : undefined;
    if (!sum) continue;
    sum[0] += shape.at[1] + shape.size[1] / 2;
    sum[1] += 1;
  }
  const heights = sums.map(([sum, count]) => (count > 0 ? sum / count : 0));
  return Math.max(0, heights.indexOf(Math.max(...heights)));
}

export class Sides {
  private known: { spec: string; ply: number; lower: number } | null = null;

  constructor(
    private readonly table: Table,
    private readonly settings: TableSettings,
    /** Whether the picture looks as well from the other side. */
    private readonly canTurn: (scene: Scene) => boolean,
  ) {}

  private get game(): string {
    return this.table.hello?.game?.name ?? "";
  }

  /** The seat of the one person who looks at the board here; null: there are several, or none. */
  get own(): number | null {
    const { seats, people, hello } = this.table;
    if (typeof hello?.view === "number") return hello.view;
    return people === 1 ? (seats.find((seat) => seat.person)?.seat ?? null) : null;
  }

  /** The lower seat of the picture as the game draws it. It stays the same during a game. */
  private get lower(): number {
    const [first] = this.table.past.frames;
    const spec = this.table.hello?.spec ?? "";
    if (!first) return 0;
    if (this.known?.spec !== spec || this.known.ply !== first.ply) this.known = { spec, ply: first.ply, lower: lowerSeat(first.scene) };
    return this.known.lower;
  }

  get canFlip(): boolean {
    const { now: { scene }, seats } = this.table;
    return scene !== null && seats.length === 2 && this.canTurn(scene);
  }

  /** Whether the picture is drawn from the other side. */
  get turned(): boolean {
    return this.canFlip && this.below !== this.lower;
  }

  /** The seat at the lower side; of boards that cannot be turned this is the place of its name alone. */
  get below(): number | null {
    const { seats } = this.table;
    if (seats.length !== 2) return null;
    if (!this.canFlip) return this.own ?? 0;
    const natural = this.own ?? this.lower;
    return this.settings.isFlipped(this.game) ? 1 - natural : natural;
  }

  /** The seats of each side. */
  get seats(): { above: number[]; below: number[] } {
    const { below } = this;
    const all = this.table.seats.map((seat) => seat.seat);
    return below === null ? { above: all, below: [] } : { above: all.filter((seat) => seat !== below), below: [below] };
  }

  flip(): void {
    if (this.canFlip) this.settings.flip(this.game);
  }
}
