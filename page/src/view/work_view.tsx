// A stored run: its results so far, and a button by which the server takes part.
import { amount, local } from "../model/numbers";
import type { Work } from "../model/work";
import type { WatchedWork } from "../state/work";
import { w } from "../strings/strings";
import { MatchResults } from "./match";
import { TournamentFigures } from "./tournament_view";

/** The progress, for kinds whose results do not show it. */
function Progress({ now }: { now: Work }) {
  const label = w.work.soFar(local(now.done), local(now.of), now.pieces);
  return (
    <>
      <p>
        <span class="so-far">{label}</span> <span role="status">{now.finished ? w.work.finished : w.work.running}</span>
      </p>
      {!now.finished && <progress max={now.of || 1} value={now.done} aria-label={label} />}
    </>
  );
}

function Numbers({ caption, head, rows }: { caption: string; head: string[]; rows: string[][] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="numbers">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {others.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Results({ now }: { now: Work }) {
  switch (now.kind) {
    case "tournament":
      return <TournamentFigures report={now.report} course={now.course ?? []} />;
    case "match":
      return <MatchResults figures={now.report} />;
    case "rollout": {
      const rows = now.report.moves.map((m) => [m.move ?? "–", amount(m.mean, null), `± ${amount(m.stderr, null)}`]);
      return (
        <>
          <Progress now={now} />
          <Numbers caption={now.report.position} head={[w.move, w.mean, w.work.stderr]} rows={rows} />
        </>
      );
    }
    case "tune": {
      const rows = Object.entries(now.report.values).map(([name, value]) => [name, amount(value, null)]);
      return (
        <>
          <Progress now={now} />
          <Numbers caption={now.report.template} head={[w.work.parameter, w.work.value]} rows={rows} />
        </>
      );
    }
    default:
      return <Progress now={now} />;
  }
}

function TakePart({ work, now }: { work: WatchedWork; now: Work }) {
  const { running, threads, tasks, error } = now.here;
  return (
    <section class="here" aria-label={w.work.here}>
      <p class="quiet">
        {running ? w.work.helps(threads) : w.work.helpsNot} {tasks > 0 && w.work.tasks(tasks)}
      </p>
      {error && <p class="problem">{error}</p>}
      {(running || !now.finished) && (
        <p class="actions">
          <button type="button" class={running ? "" : "main"} disabled={work.asking} onClick={() => void work.takePart(!running)}>
            {running ? w.work.stop : w.work.takePart}
          </button>
        </p>
      )}
    </section>
  );
}

export function WorkView({ work }: { work: WatchedWork }) {
  const { now, failed, none } = work;
  return (
    <main class="setup matched">
      <h1>{now ? w.work.kinds[now.kind] : w.work.title}</h1>
      {now && (
        <p class="mono">
          {now.game} <span class="quiet">({now.store})</span>
        </p>
      )}
      {now?.waiting && (
        <p class="problem" role="status">
          {w.work.waiting(now.waiting)}
        </p>
      )}
      {none && <p>{w.work.none}</p>}
      {!now && !failed && !none && (
        <p class="wait" role="status">
          {w.loading}
        </p>
      )}
      {now && <TakePart work={work} now={now} />}
      {now && <Results now={now} />}
    </main>
  );
}
