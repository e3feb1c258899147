// How a table is looked at and pressed, besides the game itself: nothing of it is known to others.
import type { Scene } from "../model/scene";
import type { After } from "./animation";
import { ArrowKeys } from "./arrow_keys";
import { Sides } from "./sides";
import type { Table } from "./table";
import type { TableSettings } from "./table_settings";

const QUEUED = 8; // presses that may wait

export class TableLook {
  readonly sides: Sides;
  readonly arrowKeys: ArrowKeys;
  /** Nothing but the board. */
  zen = false;
  keysOpen = false;
  /** A move that was pressed by finger, and waits for a second press. */
  tentative: { move: string; said: string } | null = null;
  /** What was pressed while another seat is to move. */
  queued: string[] = [];
  /** Whether the last press was by finger. */
  byTouch = false;

  constructor(
    private readonly table: Table,
    readonly settings: TableSettings,
    canTurn: (scene: Scene) => boolean,
    private readonly redraw: () => void,
    after: After,
  ) {
    this.arrowKeys = new ArrowKeys(table, redraw, after);
    this.sides = new Sides(table, settings, canTurn);
    table.on.pressed = (move) => this.pressed(move);
    table.on.early = (id) => this.queue(id);
  }

  /** Whether presses wait for one's own turn: one person here, in a game of turns without dice and cards, while the other seat thinks. */
  get queues(): boolean {
    const { table } = this;
    const isOthersTurn = typeof table.now.toMove === "number" && table.seats[table.now.toMove]?.person === false && table.now.thinking?.task === "choose";
    if (table.past.played.some((move) => move.seat === "chance")) return false;
    return table.people === 1 && isOthersTurn && table.seats.length === 2 && !table.now.result && table.past.looking === null && table.line.connected && !table.isElsewhere && !table.hello?.study;
  }

  private queue(id: string): boolean {
    if (!this.queues || this.queued.length >= QUEUED) return false;
    this.queued = [...this.queued, id];
    this.redraw();
    return true;
  }

  /** One's own turn has come: presses again what was queued, as far as that is a move. */
  release(): void {
    const { queued } = this;
    this.queued = [];
    this.byTouch = false;
    for (const id of queued) if (!this.table.press(id)) return this.table.unpress();
    if (queued.length > 0 && this.table.asking.input.chosen.length > 0) this.table.unpress();
  }

  private pressed(move: string): void {
    if (!this.settings.choices.confirmTouch || !this.byTouch) return void this.table.make(move);
    const legal = this.table.asking.legal.find((one) => one.move === move);
    this.tentative = { move, said: legal?.move_said ?? move };
    this.redraw();
  }

  confirm(): void {
    const { tentative } = this;
    this.tentative = null;
    if (tentative) void this.table.make(tentative.move);
    this.redraw();
  }

  /** Cancels what was begun; true where there was something. */
  cancel(): boolean {
    const some = this.zen || this.keysOpen || this.tentative !== null || this.queued.length > 0;
    this.zen = this.keysOpen = false;
    this.tentative = null;
    this.queued = [];
    if (some) this.redraw();
    return some;
  }

  /** A new position: what waited for the old one is void, but for what is queued. */
  settle(): void {
    this.tentative = null;
    if (this.table.now.result) this.queued = [];
  }

  flip(): void {
    this.sides.flip();
    this.redraw();
  }

  show(what: "zen" | "keysOpen", yes: boolean): void {
    this[what] = yes;
    this.redraw();
  }

  set(name: Parameters<TableSettings["set"]>[0], yes: boolean): void {
    this.settings.set(name, yes);
    this.redraw();
  }
}
