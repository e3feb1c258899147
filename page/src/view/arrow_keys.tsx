// Arrow buttons, and play in real time, for games whose moves are steps in four directions.
import type { TableScreen } from "../state/table_screen";
import type { Way } from "../state/arrow_keys";
import { w } from "../strings/strings";

const arrows: [Way, string][] = [
  ["up", "M10 4l7 11H3z"],
  ["left", "M4 10l11-7v14z"],
  ["right", "M16 10L5 3v14z"],
  ["down", "M10 16L3 5h14z"],
];
const paces: [number, keyof typeof w][] = [
  [400, "paceSlow"],
  [220, "paceMiddle"],
  [120, "paceFast"],
];

export function ArrowKeysView({ tableScreen }: { tableScreen: TableScreen }) {
  const { look: { arrowKeys } } = tableScreen;
  if (!arrowKeys.inUse) return null;
  return (
    <section class="arrow-keys" aria-label={w.arrowKeys} title={w.arrowKeysHelp}>
      <div class="arrows">
        {arrows.map(([way, d]) => (
          <button key={way} class={`arrow ${way}`} aria-label={w.direction[way]} onClick={() => arrowKeys.press(way)}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={d} />
            </svg>
          </button>
        ))}
      </div>
      <button aria-pressed={arrowKeys.running} onClick={() => arrowKeys.run(!arrowKeys.running)}>
        {arrowKeys.running ? w.stopTimer : w.runTimer}
      </button>
      <label class="pace">
        <span class="unseen">{w.pace}</span>
        <select title={w.pace} onChange={(event) => arrowKeys.set(Number(event.currentTarget.value))}>
          {paces.map(([ms, name]) => (
            <option key={ms} value={ms} selected={ms === arrowKeys.pace}>
              {w[name] as string}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
