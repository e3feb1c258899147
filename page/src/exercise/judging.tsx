// The end of an exercise of several numbers: its buttons, and how much of it is right.
import type { ComponentChildren } from "preact";
import type { ExerciseRun } from "../state/exercise_run";
import { w } from "../strings/strings";
import { Hints } from "./exercise_view";

export function Judging({ run, more }: { run: ExerciseRun; more?: ComponentChildren }) {
  const left = (run.told?.exercise?.hints ?? 0) - run.hints.length;
  return (
    <>
      <div class="actions">
        {!run.isDone && (
          <button class="main" type="submit">
            {w.exercise.check}
          </button>
        )}
        {!run.isDone && (
          <button type="button" disabled={left <= 0} onClick={() => void run.hint()}>
            {w.exercise.hint}
          </button>
        )}
        {run.verdict?.answer === undefined && (
          <button type="button" onClick={() => void run.show()}>
            {w.exercise.show}
          </button>
        )}
        {more}
      </div>
      <Standing run={run} />
    </>
  );
}

/** How much of it is right. */
function Standing({ run }: { run: ExerciseRun }) {
  const { verdict, hints } = run;
  const items = verdict?.verdict?.items ?? [];
  const right = items.filter((item) => item.right).length;
  const whole = (verdict?.verdict?.points ?? 0) >= 1;
  return (
    <div class="verdict" role="status" data-outcome={run.outcome ?? ""}>
      {verdict?.verdict && (
        <p class={whole || right === items.length ? "judged right" : "judged wrong"}>
          {whole ? w.exercise.allRight : w.exercise.standing(right, items.length - right, verdict.verdict.unanswered)}
        </p>
      )}
      <Hints hints={hints} />
    </div>
  );
}
