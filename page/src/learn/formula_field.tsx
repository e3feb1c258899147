// Sliders for an evaluation of one's own: the weight of each term of the game.
import { Component } from "preact";
import { type FormulaTerm, formulaIn, formulaOf, weightsIn, WIDEST } from "../model/formula";
import { local } from "../model/numbers";
import { w } from "../strings/strings";

interface Row {
  term: FormulaTerm;
  weight: number;
  set: (weight: number) => void;
}

class Slider extends Component<Row, { moving: number | null }> {
  override state = { moving: null as number | null };

  override render({ term, weight, set }: Row, { moving }: { moving: number | null }) {
    return (
      <label class="weight" title={term.help}>
        <span class="mono">{term.name}</span>
        <input
          type="range"
          min={-WIDEST}
          max={WIDEST}
          step="1"
          value={moving ?? weight}
          onInput={(event) => this.setState({ moving: Number(event.currentTarget.value) })}
          onChange={(event) => {
            this.setState({ moving: null });
            set(Number(event.currentTarget.value));
          }}
        />
        <output>{local(moving ?? weight)}</output>
        <span class="quiet">{term.help}</span>
      </label>
    );
  }
}

/** `evaluation`: the option eval as it is, "" as usual. */
export function FormulaField({ terms, evaluation, set }: { terms: FormulaTerm[]; evaluation: string; set: (evaluation: string) => void }) {
  if (terms.length === 0) return null;
  const weights = weightsIn(formulaIn(evaluation) ?? "") ?? new Map<string, number>();
  return (
    <fieldset class="formula">
      <legend>{w.learn.formula}</legend>
      <p class="quiet">{w.learn.formulaHelp}</p>
      {terms.map((term) => (
        <Slider
          key={term.name}
          term={term}
          weight={weights.get(term.name) ?? 0}
          set={(weight) => set(`expr(${formulaOf(new Map([...weights, [term.name, weight]]))})`)}
        />
      ))}
    </fieldset>
  );
}
