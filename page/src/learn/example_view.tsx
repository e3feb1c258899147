// A worked example: what can be changed, the tree, and what was found.
import type { Named } from "../model/events";
import { readSpec } from "../model/line";
import { fragmentOf } from "../model/route";
import { OptionField } from "../widgets/option";
import { HelpLink } from "../widgets/help_link";
import { w } from "../strings/strings";
import { TypedCommand } from "./command";
import { FormulaField } from "./formula_field";
import { Predictable } from "../exercise/predict_view";
import { ExampleTree } from "./example_tree";
import type { Example } from "../state/example";
import { ExampleResults } from "./example_results";
import type { Learn } from "../state/learn";

interface Props {
  learn: Learn;
  example: Example;
}

function MethodField({ learn, example }: Props) {
  const { name } = example.question.player;
  const known = learn.methods.some((m) => m.name === name);
  const set = (wanted: string) => {
    const method = learn.methods.find((m) => m.name === wanted);
    if (method) example.setMethod(method);
  };
  return (
    <label class="field">
      <span>{w.learn.method}</span>
      <select onChange={(event) => set(event.currentTarget.value)}>
        {!known && <option selected>{name}</option>}
        {learn.methods.map((m) => (
          <option key={m.name} value={m.name} selected={m.name === name}>
            {m.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function DepthField({ example, method }: { example: Example; method: Named | undefined }) {
  if (!method?.options.some((o) => o.name === "depth")) return null;
  return (
    <label class="field short">
      <span>{w.learn.depth}</span>
      <input
        type="number"
        min="1"
        max="1000"
        value={example.question.player.options["depth"] ?? ""}
        placeholder={w.learn.toTheEnd}
        onChange={(event) => example.setOption("depth", event.currentTarget.value)}
      />
    </label>
  );
}

/** Whoever else looks at it, as typed; one field is there for another one. */
function AgainstFields({ learn, example, id }: Props & { id: string }) {
  return (
    <>
      {[...example.question.others, ""].map((other, i) => (
        <label key={i} class="field">
          <span>{w.learn.against}</span>
          <input
            class="mono"
            list={`${id}-players`}
            autocomplete="off"
            spellcheck={false}
            value={other}
            onChange={(event) => example.setOther(i, event.currentTarget.value)}
          />
        </label>
      ))}
      <datalist id={`${id}-players`}>
        {learn.methods.map((m) => (
          <option key={m.name} value={m.name}>
            {m.summary}
          </option>
        ))}
      </datalist>
    </>
  );
}

function Options({ learn, example, method, id }: Props & { method: Named | undefined; id: string }) {
  const options = method?.options.filter((o) => o.name !== "depth") ?? [];
  if (!method || options.length === 0) return null;
  return (
    <details>
      <summary>{w.learn.options(method.name)}</summary>
      <p>
        <HelpLink player={method.name} methods={[method]} />
      </p>
      <div class="fields">
        {options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            id={`${id}-${option.name}`}
            value={example.question.player.options[option.name] ?? ""}
            set={(text) => example.setOption(option.name, text === option.default ? "" : text)}
            late
          />
        ))}
      </div>
      {options.some((o) => o.name === "eval") && (
        <FormulaField
          terms={learn.formulaTerms.of(readSpec(example.live.game).name)}
          evaluation={example.question.player.options["eval"] ?? ""}
          set={(evaluation) => example.setOption("eval", evaluation)}
        />
      )}
    </details>
  );
}

function Prediction({ example, id }: { example: Example; id: string }) {
  const value = example.worth;
  if (!example.live.predict || value === null) return null;
  return (
    <form
      class="predict"
      onSubmit={(event) => {
        event.preventDefault();
        example.predict((event.currentTarget.elements.namedItem("guess") as HTMLInputElement).value);
      }}
    >
      <label for={`${id}-guess`}>{w.learn.predict}</label>
      <span class="actions">
        <input id={`${id}-guess`} name="guess" inputMode="text" autocomplete="off" />
        <button type="submit" class="main">
          {w.learn.check}
        </button>
        {example.hidden && (
          <button type="button" onClick={() => example.reveal()}>
            {w.learn.showIt}
          </button>
        )}
      </span>
      <p role="status" class={example.prediction.right === false ? "wrong" : "right"}>
        {example.prediction.right === true && w.learn.right(value)}
        {example.prediction.right === false && w.learn.wrong(example.prediction.guess, value)}
      </p>
    </form>
  );
}

function Actions({ example }: { example: Example }) {
  const { spec, position } = example.question.where;
  return (
    <p class="actions">
      {!example.begun && (
        <button class="main" onClick={() => void example.run()}>
          {w.learn.run}
        </button>
      )}
      {example.running && <button onClick={() => example.stop()}>{w.stop}</button>}
      {example.begun && (
        <button aria-pressed={example.drawn} onClick={() => example.draw(!example.drawn)}>
          {w.learn.drawTree}
        </button>
      )}
      {example.begun && example.canStep && (
        <button aria-pressed={example.isStepped} onClick={() => example.step(!example.isStepped)}>
          {w.tree.simulation.oneByOne}
        </button>
      )}
      {example.changed && <button onClick={() => example.reset()}>{w.learn.reset}</button>}
      <a class="button" href={fragmentOf({ at: "analyse", spec, position: position ?? "" })}>
        {w.learn.analyse}
      </a>
    </p>
  );
}

export function ExampleView({ learn, example }: Props) {
  const { live } = example;
  const id = `example-${learn.number(live)}`;
  const method = learn.methods.find((m) => m.name === example.question.player.name);
  const title = live.caption ?? `${live.game} ${example.question.spec}`;
  return (
    <figure class="example" lang={w.locale} data-state={example.running ? "runs" : example.begun ? "done" : "waits"} aria-label={w.learn.example(title)}>
      {live.caption && <figcaption lang={learn.version(learn.page)?.language}>{live.caption}</figcaption>}
      {live.show !== "tree" && (live.answer || !example.begun) && <TypedCommand live={live} />}
      <div class="settings-of">
        <MethodField learn={learn} example={example} />
        <DepthField example={example} method={method} />
        <AgainstFields learn={learn} example={example} id={id} />
      </div>
      <Options learn={learn} example={example} method={method} id={id} />
      <Prediction example={example} id={id} />
      <Predictable make={example.drawn && example.walked ? learn.predicting(example) : null}>
        {example.drawn && <ExampleTree example={example} label={w.tree.of(example.question.spec)} />}
        {!example.hidden && <ExampleResults example={example} />}
      </Predictable>
      <Actions example={example} />
    </figure>
  );
}
