// One option of a game or of a player.
import type { Option } from "../model/events";
import { w } from "../strings/strings";

interface Field {
  option: Option;
  /** Of the field, one of its own on the page. */
  id: string;
  /** "": as it is usual. */
  value: string;
  set: (text: string) => void;
  /** Whether the value is set when it is entered, rather than while it is typed. */
  late?: boolean;
}

/** By what its values look like: a choice, yes or no, or something typed. */
export function OptionField({ option, id, value, set, late }: Field) {
  const choices = /^[\w.]+(\|[\w.]+)+$/.test(option.values) ? option.values.split("|") : null;
  const range = /^(-?\d+)\.\.(\d+)$/.exec(option.values);
  const tell = (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value);
  return (
    <div class="field">
      <label for={id}>{option.label ?? option.name}</label>
      {choices ? (
        <select id={id} aria-describedby={`${id}-help`} onChange={(event) => set(event.currentTarget.value)}>
          {choices.map((c) => (
            <option key={c} value={c} selected={c === (value || option.default)}>
              {c === "yes" ? w.yes : c === "no" ? w.no : (option.labels?.[c] ?? c)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          aria-describedby={`${id}-help`}
          type={range ? "number" : "text"}
          min={range?.[1]}
          max={range?.[2]}
          value={value}
          placeholder={option.default ?? ""}
          {...(late ? { onChange: tell } : { onInput: tell })}
        />
      )}
      <span id={`${id}-help`} class="quiet">
        {option.help}
        {range && ` (${range[1]} ≤ N ≤ ${range[2]})`}
      </span>
    </div>
  );
}
