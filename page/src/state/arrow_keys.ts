// Arrow keys in games whose moves are steps in four directions; also in real time.
import type { LegalMove } from "../model/events";
import type { After } from "./animation";
import type { Table } from "./table";

export type Way = "up" | "down" | "left" | "right";
const ways: Record<string, Way> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

export class ArrowKeys {
  /** Milliseconds between two moves. */
  pace = 220;
  running = false;
  wanted: Way | null = null;
  /** Whether arrow keys have applied here before: then they do through the whole game. */
  private known = false;

  constructor(
    private readonly table: Table,
    private readonly redraw: () => void,
    private readonly after: After,
  ) {}

  /** The moves by their directions; empty if arrow keys do not apply to the game. */
  get moves(): Map<Way, string> {
    const found = new Map<Way, string>();
    for (const legal of this.table.asking.legal) {
      const way = this.wayOf(legal);
      if (way) found.set(way, legal.move);
    }
    return found;
  }

  /** Whether arrow keys choose moves in this game. */
  get inUse(): boolean {
    if (this.table.isAsked && this.table.asking.legal.length > 0) {
      const steps = this.table.asking.legal.filter((l) => l.steps !== undefined);
      const from = steps[0]?.steps?.[0]?.[0];
      const alike = steps.every((l) => l.steps?.length === 1 && l.steps[0]?.[0] === from);
      if (alike && from !== null && this.moves.size >= 2 && this.moves.size === steps.length) this.known = true;
      else if (steps.length > 1) this.known = false;
    }
    return this.known && this.table.now.result === null;
  }

  key(key: string): boolean {
    const way = ways[key];
    if (!way || !this.inUse) return false;
    this.press(way);
    return true;
  }

  press(way: Way): void {
    this.wanted = way;
    if (!this.running) this.move();
    this.redraw();
  }

  run(yes: boolean): void {
    this.running = yes;
    this.redraw();
    if (yes) this.tick();
  }

  set(pace: number): void {
    this.pace = pace;
    this.redraw();
  }

  private tick(): void {
    if (!this.running) return;
    if (this.table.now.result || this.table.line.ended || this.table.now.scene === null) {
      this.run(false);
      return;
    }
    this.move();
    this.after(this.pace, () => this.tick());
  }

  /** Moves the wanted way where that can be, else on as before. */
  private move(): void {
    if (!this.table.isAsked || this.table.past.looking !== null) return;
    const move = this.wanted && this.moves.get(this.wanted);
    if (move) void this.table.make(move);
  }

  private wayOf(legal: LegalMove): Way | null {
    const [step] = legal.steps ?? [];
    const scene = this.table.now.scene;
    if (!step || legal.steps?.length !== 1 || step[0] === null || step[1] === null || !scene) return null;
    const [from, to] = [scene.find(step[0]), scene.find(step[1])];
    if (!from || !to) return null;
    const dx = to.at[0] + to.size[0] / 2 - from.at[0] - from.size[0] / 2;
    const dy = to.at[1] + to.size[1] / 2 - from.at[1] - from.size[1] / 2;
    if (Math.hypot(dx, dy) > 1.1 || Math.min(Math.abs(dx), Math.abs(dy)) > 0.1) return null;
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
  }
}
