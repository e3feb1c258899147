// Learn from my mistakes: the costly moves of a review, one after another, each to be found better.
import type { App } from "../state/app";
import { w } from "../strings/strings";
import { canTurn } from "../board/box";
import type { ExerciseRun } from "../state/exercise_run";
import { MoveExercise, Progress, Tally, Waiting } from "./exercise_view";
import { Focused } from "./focused";

/** Puts the exercise among the cards that are asked again. */
function Keep({ run }: { run: ExerciseRun }) {
  const kept = run.tally.kept.has(run.told?.number ?? 0);
  return (
    <button aria-disabled={kept} onClick={() => kept || void run.keep()}>
      {kept ? `✓ ${w.exercise.kept}` : w.exercise.keep}
    </button>
  );
}

export function MistakesView({ app, run }: { app: App; run: ExerciseRun }) {
  const { tableScreen } = app;
  const turned = Boolean(tableScreen?.look.sides.turned && run.scene && canTurn(run.scene));
  return (
    <main class="exercise" data-exercise={run.state} data-number={run.told?.number ?? ""}>
      <header>
        <h1>{w.exercise.mistakes}</h1>
        <Progress run={run} />
        <span class="actions">
          {run.scene && canTurn(run.scene) && (
            <button class="plain" onClick={() => tableScreen?.look.flip()}>
              {w.flipBoard}
            </button>
          )}
          <button class="plain" onClick={() => app.seating.endExercises()}>
            {w.exercise.backToReview}
          </button>
        </span>
      </header>
      {run.state === "waits" && <Waiting />}
      {run.state === "asks" && <MoveExercise run={run} turned={turned} still={app.still} more={<Keep run={run} />} />}
      {run.state === "over" && (
        <Tally run={run}>
          <p class="actions">
            <Focused>
              <button class="main" onClick={() => void run.open("review")}>
                {w.exercise.again}
              </button>
            </Focused>
            <button onClick={() => app.seating.endExercises()}>{w.exercise.backToReview}</button>
          </p>
        </Tally>
      )}
    </main>
  );
}
