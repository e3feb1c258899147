// Predict, in the place of a search tree: what is asked, the tree to fill in, and the way back.
import { Component, type ComponentChildren } from "preact";
import { w } from "../strings/strings";
import { Waiting } from "./exercise_view";
import { FillExercise } from "./fill_view";
import { UctExercise } from "./uct_view";
import type { Predict } from "../state/predict";

const LARGE = 1.7; // so that the smallest letters of a tree have 20 px

interface Props {
  predict: Predict;
  end: () => void;
  back?: string;
}

export class PredictView extends Component<Props, { large: boolean }> {
  /** On a projector: large, and the answer node by node by one key, as presenters send it. */
  override state = { large: false };

  private readonly next = () => void this.props.predict.fill.reveal();

  private readonly onKey = (event: KeyboardEvent) => {
    if (!this.state.large) return;
    const typing = (event.target as Element).matches("input, select");
    if (event.key === "Escape") this.setState({ large: false });
    else if (event.key === "PageDown" || (event.key === "n" && !typing)) this.next();
    else return;
    event.preventDefault();
  };

  override componentDidMount(): void {
    window.addEventListener("keydown", this.onKey);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("keydown", this.onKey);
  }

  override render({ predict, end, back = w.exercise.endPredict }: Props, { large }: { large: boolean }) {
    const { run, fill, source, depth, asked } = predict;
    return (
      <section class={large ? "predict-tree large" : "predict-tree"} aria-label={w.exercise.predict} data-exercise={run.state}>
        <p class="asked">{predict.byHand ? w.exercise.fillUct : source.difficulty ? w.exercise.fillRandom(source.difficulty) : w.exercise.fillIn(source.player.replace(/:.*/, ""), depth)}</p>
        <div class="actions" role="group" aria-label={w.exercise.askFor}>
          {predict.choices.length > 0 && <span class="quiet">{w.exercise.askFor}</span>}
          {predict.choices.map((what) => (
            <button key={what} aria-pressed={asked.includes(what)} onClick={() => void predict.toggle(what)}>
              {w.exercise.asks[what] ?? what}
            </button>
          ))}
          {source.difficulty && <button onClick={() => void predict.another()}>{w.exercise.anotherTree}</button>}
          <button aria-pressed={large} onClick={() => this.setState({ large: !large })}>
            {w.exercise.large}
          </button>
          {large && !predict.byHand && (
            <button onClick={this.next} title="N">
              {w.exercise.nextNode}
            </button>
          )}
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
        {run.state === "asks" && predict.byHand && <UctExercise run={run} />}
        {run.state === "asks" && !predict.byHand && <FillExercise fill={fill} label={w.exercise.predict} scale={large ? LARGE : 1} />}
      </section>
    );
  }
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
