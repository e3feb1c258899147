// Clocks of people: their text, when they are low, and the words of a line.
import type { Hello } from "./events";

/** What can be chosen without typing, as `clock=` has it. */
export const clocks = ["3m+2s", "5m+3s", "10m+5s", "15m+10s"];

/** Minutes and seconds of a clock that was chosen; null: it is not one of minutes. */
export function readClock(text: string): [number, number] | null {
  const found = /^(\d+(?:\.\d+)?)m\+(\d+)s$/.exec(text);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** "4:58", "1:02:03"; below ten seconds with tenths, "0:09.4". */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tenth = seconds < 10 ? `.${Math.floor(10 * (seconds - whole))}` : "";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${tenth}`;
}

/** Milliseconds until the text changes. */
export function nextChange(seconds: number): number {
  const step = seconds <= 10 ? 0.1 : 1;
  return Math.max(10, 1000 * (seconds % step)) + 5;
}

/** Seconds from which on a clock is low: 20, of a long one a tenth, but no more than a minute. */
export function lowTime(time: number): number {
  return Math.min(60, Math.max(20, time / 10));
}

/** The word of `new` that gives another game the same clock; none: it has no clock. */
export function clockWords({ clock }: Hello): string[] {
  return clock ? [`clock=${clock.time}+${clock.increment}`] : [];
}
