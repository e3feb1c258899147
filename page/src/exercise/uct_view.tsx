// UCT by hand: for each simulation its path, the largest UCB, and the visits and mean of the move at the root.
import { Component } from "preact";
import type { ComponentChildren } from "preact";
import type { ExerciseRun } from "../state/exercise_run";
import { sendable } from "../state/fill";
import { w } from "../strings/strings";
import { Judging } from "./judging";

const COLUMNS = ["ucb", "path", "visits", "mean"]; // in the order in which they are worked out

interface Props {
  run: ExerciseRun;
  more?: ComponentChildren;
}

export class UctExercise extends Component<Props> {
  private typed = new Map<string, string>();
  private sent = new Map<string, string>();
  private exercise = "";

  private readonly check = async (event: Event) => {
    event.preventDefault();
    const answers = [...this.typed].filter(([, text]) => text.trim() !== "");
    if (answers.length === 0) return;
    this.sent = new Map(this.typed);
    await this.props.run.attempt(answers.map(([item, text]) => `${item}=${sendable(text)}`).join(" "));
  };

  private field(item: string) {
    const { run } = this.props;
    const found = run.verdict?.verdict?.items.find((one) => one.item === item);
    const judged = found && this.sent.get(item) === this.typed.get(item) ? found : null;
    const [simulation, column = ""] = item.split(".");
    return (
      <>
        <input
          class="mono"
          aria-label={w.exercise.uctItem(simulation ?? "", w.exercise.uct[column] ?? column)}
          data-item={item}
          disabled={run.isDone}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={judged !== null && !judged.right}
          aria-describedby={judged?.why ? `uct-why-${item}` : undefined}
          value={this.typed.get(item) ?? ""}
          onInput={(event) => {
            this.typed.set(item, event.currentTarget.value);
            this.forceUpdate();
          }}
        />
        {judged && <b class={judged.right ? "judged right" : "judged wrong"}>{judged.right ? "✓" : "✗"}</b>}
      </>
    );
  }

  /** Why what was sent last is wrong, as far as it has not been changed since. */
  private whys() {
    const items = this.props.run.verdict?.verdict?.items ?? [];
    const wrong = items.filter(({ item, right, why }) => !right && why && this.sent.get(item) === this.typed.get(item));
    return (
      wrong.length > 0 && (
        <ul>
          {wrong.map(({ item, why }) => {
            const [simulation = "", column = ""] = item.split(".");
            return (
              <li key={item} id={`uct-why-${item}`}>
                <b>✗ {w.exercise.uctItem(simulation, w.exercise.uct[column] ?? column)}:</b> {why}
              </li>
            );
          })}
        </ul>
      )
    );
  }

  override render({ run, more }: Props) {
    const told = run.told?.exercise;
    if (!told?.asks) return null;
    if (told.id !== this.exercise) {
      this.exercise = told.id;
      this.typed = new Map();
      this.sent = new Map();
    }
    const asks = told.asks;
    const simulations = [...new Set(asks.map((item) => item.split(".")[0] ?? ""))];
    const columns = COLUMNS.filter((column) => asks.some((item) => item.endsWith(`.${column}`)));
    return (
      <form class="uct" onSubmit={this.check}>
        <pre>{told.question}</pre>
        <table>
          <thead>
            <tr>
              <th scope="col">{w.exercise.simulation}</th>
              {columns.map((column) => (
                <th scope="col" key={column}>
                  {w.exercise.uct[column] ?? column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {simulations.map((number) => (
              <tr key={number}>
                <th scope="row">{number}</th>
                {columns.map((column) => (
                  <td key={column}>{asks.includes(`${number}.${column}`) ? this.field(`${number}.${column}`) : "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {this.whys()}
        {run.verdict?.answer?.text && <pre class="answer">{run.verdict.answer.text}</pre>}
        <Judging run={run} more={more} />
      </form>
    );
  }
}
