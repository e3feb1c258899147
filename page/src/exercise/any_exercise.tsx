// An exercise of whatever kind a card or a course has.
import type { ExerciseRun } from "../state/exercise_run";
import { Component, type ComponentChildren } from "preact";
import { w } from "../strings/strings";
import { MoveExercise } from "./exercise_view";
import { Fill } from "../state/fill";
import { FillExercise } from "./fill_view";
import { UctExercise } from "./uct_view";

interface Props {
  run: ExerciseRun;
  turned: boolean;
  still: boolean;
  more?: ComponentChildren;
}

class FillCard extends Component<Props> {
  private readonly fill = new Fill(this.props.run, () => this.forceUpdate());

  override render({ run, more }: Props) {
    const go = run.outcome ? "next" : "skip";
    return (
      <FillExercise
        fill={this.fill}
        label={w.exercise.predict}
        more={
          <>
            <button type="button" onClick={() => void run.move(go)}>
              {w.exercise[go]}
            </button>
            {more}
          </>
        }
      />
    );
  }
}

function UctCard({ run, more }: Props) {
  const go = run.outcome ? "next" : "skip";
  return (
    <UctExercise
      run={run}
      more={
        <>
          <button type="button" onClick={() => void run.move(go)}>
            {w.exercise[go]}
          </button>
          {more}
        </>
      }
    />
  );
}

export function AnyExercise(props: Props) {
  const kind = props.run.told?.exercise?.kind;
  if (kind === "fill") return <FillCard {...props} />;
  return kind === "uct" ? <UctCard {...props} /> : <MoveExercise {...props} />;
}
