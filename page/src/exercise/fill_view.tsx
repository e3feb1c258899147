// Filling in a tree: the drawing, the numbers of one node after another, and what the session says of each.
import { Component, createRef } from "preact";
import type { ComponentChildren } from "preact";
import type { ExerciseNode } from "../model/events";
import { w } from "../strings/strings";
import type { Fill } from "../state/fill";
import { FillDrawing } from "./fill_drawing";
import { Judging } from "./judging";

/** One number of the chosen node. */
function Field({ fill, node, field }: { fill: Fill; node: ExerciseNode; field: string }) {
  const judged = fill.judged(node, field);
  const id = `fill-${field}`;
  const name = w.exercise.fields[field] ?? field;
  const shared = { id, "data-field": field, disabled: fill.run.isDone, "aria-invalid": judged !== null && !judged.right, "aria-describedby": judged ? `${id}-why` : undefined };
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {field === "value" && fill.proves ? (
        <select {...shared} onChange={(event) => fill.set(node, field, event.currentTarget.value)}>
          {["", "solved", "unsolved"].map((proof) => (
            <option key={proof} value={proof} selected={fill.text(node, field) === proof}>
              {w.exercise.proofs[proof] ?? "?"}
            </option>
          ))}
        </select>
      ) : field === "cut" ? (
        <select {...shared} onChange={(event) => fill.set(node, field, event.currentTarget.value)}>
          <option value="" selected={fill.text(node, field) === ""}>
            ?
          </option>
          <option value="-" selected={fill.text(node, field) === "-"}>
            {w.exercise.noCut}
          </option>
          {fill.children(fill.chosen).map((child) => {
            const label = fill.node(child)?.node ?? "";
            return (
              <option key={label} value={label} selected={fill.text(node, field) === label}>
                {w.exercise.cutAfter(label)}
              </option>
            );
          })}
        </select>
      ) : (
        <input {...shared} class="mono" autocomplete="off" autocapitalize="off" spellcheck={false} value={fill.text(node, field)} onInput={(event) => fill.set(node, field, event.currentTarget.value)} />
      )}
      {judged && (
        <p id={`${id}-why`} class={judged.right ? "judged right" : "judged wrong"}>
          <b>{judged.right ? "✓" : "✗"}</b> {judged.why || (judged.right ? w.exercise.rightItem : w.exercise.wrongItem)}
        </p>
      )}
    </div>
  );
}

interface Props {
  fill: Fill;
  label: string;
  more?: ComponentChildren;
  /** How much larger than usual the tree is drawn. */
  scale?: number;
}

export class FillExercise extends Component<Props> {
  private readonly form = createRef<HTMLFormElement>();
  private enters = false;

  /** The focus goes to the first number that is missing at the chosen node. */
  private readonly enter = () => {
    this.enters = true;
    this.forceUpdate();
  };

  override componentDidUpdate(): void {
    if (!this.enters) return;
    this.enters = false;
    const fields = this.fields();
    (fields.find((field) => field.value === "") ?? fields[0])?.focus({ preventScroll: true });
  }

  private fields(): (HTMLInputElement | HTMLSelectElement)[] {
    return [...(this.form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-field]") ?? [])];
  }

  /** Enter goes on to the next number; after the last one of a node all is judged, and the next node comes if it is right. */
  private readonly onSubmit = async (event: Event) => {
    event.preventDefault();
    const { fill } = this.props;
    const fields = this.fields();
    const next = fields[fields.indexOf(document.activeElement as HTMLInputElement) + 1];
    if (next && document.activeElement?.hasAttribute("data-field")) return next.focus();
    await fill.check();
    const node = fill.node(fill.chosen);
    const wrong = node?.items.some((field) => fill.judged(node, field)?.right === false);
    if (!wrong && !fill.run.failed && fill.next()) this.enter();
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || (event.target as Element).localName !== "select") return;
    event.preventDefault();
    this.form.current?.requestSubmit();
  };

  override render({ fill, label, more, scale = 1 }: Props) {
    const { run } = fill;
    const node = fill.node(fill.chosen);
    if (!node) return null;
    return (
      <div class="fill">
        <FillDrawing fill={fill} label={label} enter={this.enter} scale={scale} />
        <form class="fill-form" ref={this.form} onSubmit={this.onSubmit} onKeyDown={this.onKeyDown}>
          <p>
            <b>{w.exercise.nodeIs(node.node, w.exercise.roles[node.role] ?? node.role)}</b>
          </p>
          {node.items.length === 0 && <p class="quiet">{w.exercise.nothingAsked}</p>}
          {node.items.map((field) => (
            <Field key={`${node.node}.${field}`} fill={fill} node={node} field={field} />
          ))}
          <Judging run={run} more={more} />
        </form>
      </div>
    );
  }
}
