// Predict, in the place of a search tree: what is asked, the tree to fill in, and the way back.
import { Component, type ComponentChildren } from "preact";
import { w } from "../strings/strings";
import { Waiting } from "./exercise_view";
import { FillExercise } from "./fill_view";
import type { Predict } from "../state/predict";

export function PredictView({ predict, end, back = w.exercise.endPredict }: { predict: Predict; end: () => void; back?: string }) {
  const { run, fill, source, depth, asked } = predict;
  return (
    <section class="predict-tree" aria-label={w.exercise.predict} data-exercise={run.state}>
      <p class="asked">{source.difficulty ? w.exercise.fillRandom(source.difficulty) : w.exercise.fillIn(source.player.replace(/:.*/, ""), depth)}</p>
      <div class="actions" role="group" aria-label={w.exercise.askFor}>
        <span class="quiet">{w.exercise.askFor}</span>
        {predict.choices.map((what) => (
          <button key={what} aria-pressed={asked.includes(what)} onClick={() => void predict.toggle(what)}>
            {w.exercise.asks[what] ?? what}
          </button>
        ))}
        {source.difficulty && <button onClick={() => void predict.another()}>{w.exercise.anotherTree}</button>}
        <button class="plain" onClick={end}>
          {back}
        </button>
      </div>
      {run.state === "waits" && <Waiting />}
      {run.state !== "waits" && run.failed && (
        <p class="problem" role="alert">
          {run.failed}
        </p>
      )}
      {run.state === "asks" && <FillExercise fill={fill} label={w.exercise.predict} />}
    </section>
  );
}

/** Shows its children, or in their place what is predicted of them. `make`: null: there is nothing to predict. */
export class Predictable extends Component<{ make: (() => Predict) | null; children: ComponentChildren }, { predict: Predict | null }> {
  override state = { predict: null as Predict | null };

  private readonly begin = () => {
    const predict = this.props.make?.() ?? null;
    this.setState({ predict });
    void predict?.open();
  };

  private readonly end = () => {
    this.state.predict?.leave();
    this.setState({ predict: null });
  };

  override componentWillUnmount(): void {
    this.state.predict?.leave();
  }

  override render({ make, children }: { make: (() => Predict) | null; children: ComponentChildren }) {
    const { predict } = this.state;
    if (predict) return <PredictView predict={predict} end={this.end} />;
    return (
      <>
        {make && (
          <p class="actions">
            <button onClick={this.begin}>{w.exercise.predictThis}</button>
          </p>
        )}
        {children}
      </>
    );
  }
}
