// The clocks of the people at a table: as the session says they stand, and as they run on here.
import { lowTime } from "../model/clock";
import type { ClockTold, Event } from "../model/events";
import { isOwnSeat } from "../model/people";
import type { After } from "./animation";
import type { Table } from "./table";

const LONGEST = 2 ** 31 - 1; // ms that a timer of a browser waits
const GRACE = 30; // ms after which the session knows as well that the time has run out

export class Clocks {
  /** The seat of a person here whose time is low: said once. */
  low: number | null = null;
  private told: ClockTold | null = null;
  private since = 0;
  private readonly warned = new Set<number>();

  constructor(
    private readonly table: Table,
    private readonly after: After,
    /** Makes the time that is low heard. */
    private readonly alarm: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** The seat whose clock runs; null: none. */
  get running(): number | null {
    return this.table.now.result ? null : (this.told?.running ?? null);
  }

  /** Seconds that a seat has left; null: it has no clock. */
  leftOf(seat: number): number | null {
    const left = this.table.hello?.clock ? (this.told?.left[seat] ?? null) : null;
    if (left === null || seat !== this.running) return left;
    return Math.max(0, left - (this.now() - this.since) / 1000);
  }

  isLow(seat: number): boolean {
    const left = this.leftOf(seat);
    return left !== null && left < this.lowAt;
  }

  private get lowAt(): number {
    return lowTime(this.table.hello?.clock?.time ?? 0);
  }

  feed(event: Event): void {
    if (event.event === "hello" && event.scene && !event.snapshot) {
      this.told = this.low = null;
      this.warned.clear();
    }
    if (event.event !== "clock") return;
    this.told = event;
    this.since = this.now();
    this.low = null;
    this.wait(event);
  }

  /** Until the time is low, and until it has run out. */
  private wait(told: ClockTold): void {
    const seat = this.running;
    const left = seat === null ? null : this.leftOf(seat);
    if (seat === null || left === null) return;
    const later = (seconds: number, then: () => void) => this.after(Math.min(LONGEST, Math.max(0, 1000 * seconds)), () => this.told === told && this.running === seat && then());
    if (isOwnSeat(this.table.hello?.view, seat) && !this.warned.has(seat)) later(left - this.lowAt, () => this.warn(seat));
    later(left + GRACE / 1000, () => void this.table.connection.say("clock"));
  }

  private warn(seat: number): void {
    if (!this.isLow(seat)) return;
    this.warned.add(seat);
    this.low = seat;
    this.alarm();
  }
}
