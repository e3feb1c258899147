// "Roll out this position": with how many trials, the result of each move with its interval, and a stop.
import { local, signed } from "../model/numbers";
import { moveSaid } from "../model/said";
import type { Rollout } from "../model/events";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";

const SURE = 1.96; // standard errors of an interval of 95 %

const points = (x: number) => signed(Number(x.toFixed(3)), null);
const interval = (error: number | null) => (error === null ? "" : `± ${local((SURE * error).toFixed(3))}`);

function Results({ found }: { found: Rollout }) {
  const rows = [...found.moves].sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0));
  const [first, second] = rows;
  const lead = second && second.stake_action === undefined && first ? { by: second.behind ?? 0, error: SURE * (second.behind_stderr ?? 0) } : null;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={w.live.rollout}>
        <table class="numbers">
          <caption>{w.live.trialsOf(found.trials, found.player)}</caption>
          <thead>
            <tr>
              <th scope="col">{w.move}</th>
              <th scope="col">{w.value}</th>
              <th scope="col">{w.live.interval}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={row.stake_action ?? row.move ?? "position"} class={i === 0 && row.stake_action === undefined ? "best" : undefined}>
                <th scope="row">{row.stake_action ? (w.stakes.actions[row.stake_action] ?? row.stake_action) : row.move ? moveSaid({ move: row.move, move_said: row.move_said }) : w.live.thisPosition}</th>
                <td>{points(row.mean ?? 0)}</td>
                <td>{interval(row.stderr)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lead && <p role="status">{w.live.lead(points(lead.by), local(lead.error.toFixed(3)), lead.by > lead.error)}</p>}
    </>
  );
}

export function RolloutView({ tableScreen }: { tableScreen: TableScreen }) {
  const { analysis: { rollout, live }, spot } = tableScreen;
  const moves = live.stakes ? [] : (live.found?.lines ?? []).slice(0, live.count).map(({ move }) => move);
  return (
    <details>
      <summary>{w.live.rollout}</summary>
      <p class="live-choices">
        <label>
          {w.live.trials}{" "}
          <select onChange={(event) => rollout.choose(Number(event.currentTarget.value), rollout.plies)}>
            {[36, 144, 360, 1296].map((n) => (
              <option key={n} value={n} selected={n === rollout.trials}>
                {n}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.live.until}{" "}
          <select onChange={(event) => rollout.choose(rollout.trials, Number(event.currentTarget.value))}>
            {[3, 7, 11, 0].map((n) => (
              <option key={n} value={n} selected={n === rollout.plies}>
                {n ? w.live.plies(n) : w.live.toTheEnd}
              </option>
            ))}
          </select>
        </label>
        {!rollout.running && (
          <button disabled={!spot || live.found === null} onClick={() => spot && void rollout.start(spot, moves)}>
            {w.live.rollIt}
          </button>
        )}
        {rollout.running && <button onClick={() => rollout.stop()}>{w.stop}</button>}
      </p>
      {rollout.running && <progress value={rollout.found?.trials ?? 0} max={rollout.trials} aria-label={w.live.rollout} />}
      {rollout.failed && <p role="alert">{rollout.failed}</p>}
      {rollout.found && <Results found={rollout.found} />}
    </details>
  );
}
