// How many cards are due, as a line of the first screen.
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import type { Due } from "../state/due";

export function DueLine({ due }: { due: Due }) {
  const { today } = due;
  const waiting = (today?.due ?? 0) + (today?.new ?? 0);
  return (
    <p class="due-line">
      <a class={waiting > 0 ? "button main" : "button"} href={fragmentOf({ at: "practise" })}>
        {w.exercise.practise}
      </a>
      <span class="quiet">{today?.cards ? (waiting > 0 ? w.exercise.toAnswer(waiting) : w.exercise.nothingDue) : w.exercise.practiseLead}</span>
    </p>
  );
}
