// The live lines of the analysis board, the answers to each throw, a decision about the stakes in a sentence, the pen.
import { amount, percent, signed } from "../model/numbers";
import { fragmentOf } from "../model/route";
import { choicesOf, windowOf } from "../model/stakes";
import type { App } from "../state/app";
import type { Found } from "../state/live";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { valueSaid } from "./marks";
import { RolloutView } from "./rollout_view";
import { ThreatView } from "./threat_view";

interface Props {
  tableScreen: TableScreen;
}

const FOLLOWING = 8; // moves of a line that are shown

function Lines({ tableScreen: { analysis: { live }, table } }: Props) {
  const lines = (live.found?.lines ?? []).slice(0, live.count);
  return (
    <ol class="live-lines">
      {lines.map(({ move, said: [first, ...rest], ...of }) => (
        <li key={move}>
          <b class="mono">{valueSaid(live, of)}</b>
          <button class="plain mono" disabled={!table.isAsked} onClick={() => void table.make(move)}>
            {first}
          </button>
          <span class="quiet mono">{rest.slice(0, FOLLOWING).join(" ")}</span>
        </li>
      ))}
    </ol>
  );
}

function Replies({ found: { replies } }: { found: Found }) {
  if (replies.length === 0) return null;
  const sorted = [...replies].sort((a, b) => b.value - a.value);
  return (
    <details>
      <summary>{w.live.replies(replies.length)}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={w.live.replies(replies.length)}>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{w.live.outcome}</th>
              <th scope="col">{w.live.probability}</th>
              <th scope="col">{w.value}</th>
              <th scope="col">{w.live.reply}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => (
              <tr key={one.outcome}>
                <th scope="row">{one.outcome}</th>
                <td>{percent(one.probability, 1)}</td>
                <td>{signed(one.value, null)}</td>
                <td class="mono">{one.reply || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** "Double, take. 68,2 % is in the doubling window …; the take point is 25,4 %." */
function Stakes({ tableScreen: { analysis: { live } } }: Props) {
  const { stakes } = live;
  if (!stakes) return null;
  const best = choicesOf(stakes).find((choice) => choice.best);
  const window = windowOf(stakes);
  const point = stakes.thresholds?.["take from"];
  const whole = (value: number) => percent(value, 1).replace(" ", "\u00a0");
  const where = window && (window.at.zone === "silent" && window.at.to === 1 ? w.stakes.never : w.stakes.verdict[window.at.zone](whole(window.now), whole(window.at.from), whole(window.at.to)));
  return (
    <p class="live-stakes" role="status">
      {best && <b>{w.live.best(w.stakes.actions[best.name] ?? best.name, amount(best.worth, null))}</b>} {where} {point !== null && point !== undefined && w.live.takePoint(whole(point))}
    </p>
  );
}

function Pen({ tableScreen: { analysis: { drawing } } }: Props) {
  return (
    <p class="actions">
      <button aria-pressed={drawing.pen} onClick={() => drawing.setPen(!drawing.pen)}>
        {w.live.pen}
      </button>
      {drawing.marks.length > 0 && <button onClick={() => drawing.clear()}>{w.live.erase}</button>}
      {drawing.pen && <span class="quiet">{w.live.penHelp}</span>}
    </p>
  );
}

function Choices({ tableScreen: { analysis: { live } } }: Props) {
  const known = live.found?.lines.some(({ chance }) => chance !== null) ?? false;
  return (
    <p class="live-choices">
      <label>
        {w.live.lines}{" "}
        <select onChange={(event) => live.show(Number(event.currentTarget.value), live.chances)}>
          {[1, 2, 3, 4, 5].map((n) => (
            <option key={n} value={n} selected={n === live.count}>
              {n}
            </option>
          ))}
        </select>
      </label>
      {known && (
        <label>
          {w.live.scale}{" "}
          <select onChange={(event) => live.show(live.count, event.currentTarget.value === "chances")}>
            <option value="points">{live.found?.counts ?? w.live.inPoints}</option>
            <option value="chances" selected={live.chances}>
              {w.live.inChances}
            </option>
          </select>
        </label>
      )}
      {live.found && <span class="quiet">{w.live.depth(live.found.depth, live.running)}</span>}
    </p>
  );
}

export function LiveView({ app, tableScreen }: Props & { app: App }) {
  const { spot } = tableScreen;
  const { analysis: { live } } = tableScreen;
  return (
    <section class="panel live" aria-label={w.live.title}>
      <label class="check">
        <input type="checkbox" checked={live.on} onChange={(event) => live.set(event.currentTarget.checked, tableScreen.spot)} />
        <b>{w.live.title}</b>
      </label>
      {live.on && <Choices tableScreen={tableScreen} />}
      {live.on && live.running && !live.found && (
        <p class="quiet" role="status">
          {w.live.thinks}
        </p>
      )}
      {live.on && live.failed && <p role="alert">{live.failed}</p>}
      {live.on && <Stakes tableScreen={tableScreen} />}
      {live.on && <Lines tableScreen={tableScreen} />}
      {live.on && live.found && <Replies found={live.found} />}
      {live.on && live.found?.byChance && <RolloutView tableScreen={tableScreen} />}
      <ThreatView tableScreen={tableScreen} />
      <Pen tableScreen={tableScreen} />
      {spot && (
        <p class="actions">
          <a class="button" href={fragmentOf({ at: "open" })} onClick={() => app.editor.begin(spot.spec, spot.position)}>
            {w.live.editThis}
          </a>
        </p>
      )}
    </section>
  );
}
