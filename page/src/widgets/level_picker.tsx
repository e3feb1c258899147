// The levels of a game side by side, and how the chosen one plays.
import { figureOf } from "../model/levels";
import type { Levels } from "../model/events";
import { w } from "../strings/strings";

interface Picker {
  levels: Levels;
  /** Its number, from 1; 0: none of them. */
  value: number;
  set: (number: number) => void;
}

export function LevelPicker({ levels, value, set }: Picker) {
  const level = levels.of[value - 1];
  const figure = figureOf(levels, value);
  return (
    <fieldset class="levels">
      <legend class="unseen">{w.homeTexts.levelsOf}</legend>
      <div class="steps-row">
        {levels.of.map((one, i) => (
          <label key={one.player} class="step">
            <input type="radio" name="level" class="unseen" checked={value === i + 1} aria-label={`${w.homeTexts.level(i + 1)}: ${one.play}`} onChange={() => set(i + 1)} />
            <span aria-hidden="true">{i + 1}</span>
          </label>
        ))}
      </div>
      {level && (
        <p class="level-words" role="status">
          <strong>{w.homeTexts.level(value)}</strong> · {level.play}
          {value === levels.of.length && ` · ${w.homeTexts.strongest}`}
          {figure && <span class="quiet"> · {figure}</span>}
        </p>
      )}
    </fieldset>
  );
}
