// Analyses of the position, side by side.
import type { App } from "../state/app";
import { type Run, type Spot, valueOf } from "../state/analyses";
import type { TableScreen } from "../state/table_screen";
import { amount, many, seconds } from "../model/numbers";
import { lineSaid, moveSaid } from "../model/said";
import { w } from "../strings/strings";
import { HelpLink } from "../widgets/help_link";

function RunView({ app, tableScreen, run }: { app: App; tableScreen: TableScreen; run: Run }) {
  const { found, result } = run;
  const depth = result?.depth ?? found?.depth;
  const nodes = result?.nodes ?? found?.nodes;
  const time = result?.seconds ?? found?.seconds;
  const line = result?.pv_said ?? result?.pv ?? (found ? lineSaid(found) : []);
  return (
    <li class="run">
      <h2>
        <span>
          {run.player || w.adviser} <span class="quiet">{w.afterPly(run.ply)} {run.state === "runs" ? w.runs : run.state === "stopped" ? w.stopped : run.state === "done" ? w.done : ""}</span>
        </span>
        <button class="plain" aria-label={w.removeIt(run.player)} onClick={() => tableScreen.analysis.analyses.remove(run.key)}>
          ×
        </button>
      </h2>
      {run.failed && run.state === "failed" && <p>{run.failed}</p>}
      <dl>
        <div>
          <dt>{w.value}</dt>
          <dd>
            {valueOf(run)} {result && <span class="quiet">({w.kinds[result.kind] ?? result.kind})</span>}
          </dd>
        </div>
        {depth !== undefined && (
          <div>
            <dt>{w.depth}</dt>
            <dd>{depth}</dd>
          </div>
        )}
        {nodes !== undefined && (
          <div>
            <dt>{w.nodes}</dt>
            <dd>{many(nodes)}</dd>
          </div>
        )}
        {time !== undefined && (
          <div>
            <dt>{w.timeTaken}</dt>
            <dd>{seconds(time)}</dd>
          </div>
        )}
      </dl>
      {run.usual > 0 && <p class="quiet">{w.usualLimit(seconds(run.usual))}</p>}
      {line.length > 0 && (
        <p class="mono line-of">
          {w.line}: {line.join(" ")}
        </p>
      )}
      <Values run={run} />
      <HelpLink player={run.player} methods={app.home.catalogue.methods} />
      <p>
        <button aria-label={w.tree.askOf(run.player || w.adviser)} onClick={() => void tableScreen.analysis.tree.ask(run.player, run.limit, run.spot)}>
          {w.tree.ask}
        </button>
      </p>
    </li>
  );
}

const EXPECTED = 7; // moves shown after one that has a value

function Values({ run }: { run: Run }) {
  const { result, seat } = run;
  const rows = result?.moves?.map((m) => ({ name: moveSaid(m), value: m.value_said ?? amount(m.value[seat] ?? m.value[0], null), kind: m.kind, line: lineSaid(m).slice(1, 1 + EXPECTED) }));
  const chances = result?.outcomes?.map((o) => ({ name: o.outcome_said ?? o.outcome, value: amount(o.value[seat] ?? o.value[0], null), kind: `${amount(o.probability, { unit: "probability" })}`, line: [] as string[] }));
  const all = rows ?? chances ?? [];
  const lines = all.some((row) => row.line.length > 0);
  if (all.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${w.moves}: ${run.player}`}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">{w.value}</th>
            <td />
            {lines && <th scope="col">{w.continuation}</th>}
          </tr>
        </thead>
        <tbody>
          {all.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{row.value}</td>
              <td class="quiet">{w.kinds[row.kind] ?? row.kind}</td>
              {lines && <td class="mono line-of">{row.line.join(" ")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function AnalysesParts({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { analysis: { analyses }, table } = tableScreen;
  const ask = (form: HTMLFormElement | null, of: { ask(player: string, limit: string, spot: Spot): Promise<void> }) => {
    const read = (name: string) => (form?.elements.namedItem(name) as HTMLInputElement).value.trim();
    if (form && tableScreen.spot) void of.ask(read("player"), read("limit"), tableScreen.spot);
  };
  return (
    <>
      <form
        class="analyse"
        onSubmit={(event) => {
          event.preventDefault();
          ask(event.currentTarget, analyses);
        }}
      >
        <label class="field">
          <span>{w.analysisWho}</span>
          <input name="player" class="mono" list="players" placeholder={table.hello?.adviser} autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          <span>{w.analysisFor}</span>
          <select name="limit">
            {[1, 5, 30, 300].map((t) => (
              <option key={t} value={`time=${t}s`} selected={t === 5}>
                {w.seconds(String(t))}
              </option>
            ))}
            {[2, 4, 6, 8, 12].map((d) => (
              <option key={d} value={`depth=${d}`}>
                {w.depth} {d}
              </option>
            ))}
          </select>
        </label>
        <p class="actions">
          <button class="main" type="submit" disabled={tableScreen.spot === null}>
            {w.analysisAdd}
          </button>
          <button type="button" disabled={tableScreen.spot === null} onClick={(event) => ask(event.currentTarget.form, tableScreen.analysis.tree)}>
            {w.tree.ask}
          </button>
          {analyses.running && (
            <button type="button" onClick={() => analyses.stop()}>
              {w.stop}
            </button>
          )}
        </p>
      </form>
      {analyses.runs.length === 0 && <p class="quiet">{w.analysisNone}</p>}
      <ul class="runs">
        {analyses.runs.map((run) => (
          <RunView key={run.key} app={app} tableScreen={tableScreen} run={run} />
        ))}
      </ul>
    </>
  );
}
