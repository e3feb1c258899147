// A tournament: ratings, the points of each player against each other, and how far a test is.
import { amount, local, percent, signed } from "../model/numbers";
import { type Pairing, type Rated, type Report, gamesAtMost, gamesOf, milestones, ranked, shareAgainst } from "../model/tournament_report";
import { w } from "../strings/strings";

const [WIDTH, HIGH] = [240, 22];
const COURSE = { width: 360, left: 40, right: 8, top: 8, high: 130, below: 36 };
const ROWS = 10; // of a course as a table
const MOST = 18; // players of a crosstable, as `hra tournament` has them

const elo = (value: number | null) => (value === null ? "–" : signed(Math.round(value), null));
const calledBy = (p: Rated) => p.name ?? p.player;
const rangeOf = (p: Rated) => w.range(elo(p.low), elo(p.high));

/** A rating with its confidence interval, on the scale of all. */
function Rating({ player, low, high }: { player: Rated; low: number; high: number }) {
  const x = (value: number) => (4 + ((value - low) / (high - low || 1)) * (WIDTH - 8)).toFixed(1);
  if (player.elo === null) return null;
  return (
    <svg class="spread" viewBox={`0 0 ${WIDTH} ${HIGH}`} role="img" aria-label={w.tournament.ratingOf(calledBy(player), elo(player.elo), rangeOf(player))}>
      {low < 0 && high > 0 && <path class="axis" d={`M${x(0)} 2V${HIGH - 2}`} />}
      <path class="whisker" d={`M${x(player.low ?? low)} ${HIGH / 2}H${x(player.high ?? high)}`} />
      <path class="median" d={`M${x(player.elo)} 5V${HIGH - 5}`} />
    </svg>
  );
}

function Ratings({ report }: { report: Report }) {
  const ends = report.players.flatMap((p) => [p.elo, p.low, p.high]).filter((x): x is number => x !== null);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return (
    <div class="scroll whole-height" tabIndex={0} role="region" aria-label={w.tournament.ratings}>
      <table class="numbers figures ratings">
        <caption>{w.tournament.eloWhat}</caption>
        <thead>
          <tr>
            <th scope="col">{w.player}</th>
            <th scope="col">{w.elo}</th>
            <th scope="col">{w.tournament.range}</th>
            <th scope="col">{w.scoreRate}</th>
            <th scope="col">{w.games}</th>
          </tr>
        </thead>
        <tbody>
          {ranked(report.players).map((i) => {
            const p = report.players[i] as Rated;
            return (
              <tr key={i}>
                <th scope="row">
                  {i + 1}. {calledBy(p)}
                </th>
                <td data-name={w.elo}>{elo(p.elo)}</td>
                <td data-name={w.tournament.range}>
                  {p.elo !== null && rangeOf(p)}
                  <Rating player={p} low={low} high={high} />
                </td>
                <td data-name={w.scoreRate}>{p.games > 0 ? percent(p.points / p.games, 1) : "–"}</td>
                <td data-name={w.games}>{p.games}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The points of each row against each column. */
function Matrix({ report }: { report: Report }) {
  const all = ranked(report.players);
  const order = all.slice(0, MOST);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.tournament.matrix}>
      <table class="numbers matrix">
        <caption>{all.length > MOST ? w.tournament.matrixFirst(MOST) : w.tournament.matrix}</caption>
        <thead>
          <tr>
            <th scope="col">{w.player}</th>
            {order.map((i) => (
              <th key={i} scope="col">
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((i) => (
            <tr key={i}>
              <th scope="row">
                {i + 1}. {calledBy(report.players[i] as Rated)}
              </th>
              {order.map((k) => {
                const share = i === k ? null : shareAgainst(report, i, k);
                return <td key={k}>{share === null ? "–" : percent(share, 1)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The log-likelihood ratio between the bounds that decide. */
function Ratio({ llr, lower, upper, label }: { llr: number; lower: number; upper: number; label: string }) {
  const x = (value: number) => (12 + ((Math.min(Math.max(value, lower), upper) - lower) / (upper - lower)) * (WIDTH * 2 - 24)).toFixed(1);
  return (
    <svg class="ratio" viewBox={`0 0 ${WIDTH * 2} 44`} role="img" aria-label={label}>
      <path class="axis" d={`M${x(lower)} 14H${x(upper)}M${x(lower)} 6V22M${x(upper)} 6V22M${x(0)} 10V18`} />
      <path class="whisker" d={`M${x(0)} 14H${x(llr)}`} />
      <path class="median" d={`M${x(llr)} 4V24`} />
      <text class="tick begin" x="2" y="40">
        {amount(lower, null)}
      </text>
      <text class="tick middle" x={x(0)} y="40">
        0
      </text>
      <text class="tick" x={WIDTH * 2 - 2} y="40">
        {amount(upper, null)}
      </text>
    </svg>
  );
}

/** The log-likelihood ratio after each group, between the two bounds; and the same as a table. */
function Course({ course, lower, upper }: { course: [number, number][]; lower: number; upper: number }) {
  const { width, left, right, top, high, below } = COURSE;
  const values = course.map(([, llr]) => llr);
  const [least, most] = [Math.min(lower, ...values), Math.max(upper, ...values)];
  const [groups, llr] = course[course.length - 1] as [number, number];
  const x = (n: number) => (left + (n / groups) * (width - left - right)).toFixed(1);
  const y = (value: number) => (top + ((most - value) / (most - least)) * high).toFixed(1);
  const range = w.range(amount(Math.min(0, ...values), null), amount(Math.max(0, ...values), null));
  const said = w.tournament.courseOf(amount(llr, null), groups, range);
  return (
    <figure class="course">
      <figcaption>{w.tournament.course}</figcaption>
      <svg viewBox={`0 0 ${width} ${top + high + below}`} role="img" aria-label={said}>
        <path class="bound" d={`M${left} ${y(lower)}H${width - right}M${left} ${y(upper)}H${width - right}`} />
        <path class="axis" d={`M${left} ${top}V${top + high}M${left} ${y(0)}H${width - right}`} />
        {[lower, 0, upper].map((value) => (
          <text key={value} class="tick" x={left - 5} y={Number(y(value)) + 4}>
            {value === 0 ? "0" : amount(value, null)}
          </text>
        ))}
        <path class="curve line" d={`M${left} ${y(0)}${course.map(([n, value]) => `L${x(n)} ${y(value)}`).join("")}`} />
        <text class="tick begin" x={left} y={top + high + 16}>
          0
        </text>
        <text class="tick" x={width - right} y={top + high + 16}>
          {local(groups)}
        </text>
        <text class="tick middle" x={(left + width - right) / 2} y={top + high + 30}>
          {w.tournament.groups}
        </text>
      </svg>
      <details>
        <summary>{w.tournament.courseTable}</summary>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{w.tournament.groups}</th>
              <th scope="col">{w.tournament.ratio}</th>
            </tr>
          </thead>
          <tbody>
            {milestones(course, ROWS).map(([n, value]) => (
              <tr key={n}>
                <th scope="row">{local(n)}</th>
                <td>{amount(value, null)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Test({ test, pairing, course }: { test: NonNullable<Report["test"]>; pairing: Pairing; course: [number, number][] }) {
  const { llr = 0, verdict = "open", strength, pairs } = pairing;
  const said = w.tournament.llrIs(amount(llr, null), amount(test.lower, null), amount(test.upper, null));
  return (
    <section class="matched" aria-labelledby="sequential">
      <h2 id="sequential">{w.tournament.test(amount(test.low, null), amount(test.high, null), test.model === "logistic")}</h2>
      <p role="status">{verdict === "open" ? w.tournament.undecided : w.tournament.decided(amount(test[verdict], null))}</p>
      <p class="llr">{said}</p>
      <Ratio llr={llr} lower={test.lower} upper={test.upper} label={said} />
      {course.length > 0 && <Course course={course} lower={test.lower} upper={test.upper} />}
      {strength.normalized !== null && (
        <p>{w.tournament.normalized(signed(strength.normalized, null), amount(strength.normalized_error, null))}</p>
      )}
      {pairs && <p>{w.tournament.pairs(pairs.join(w.between))}</p>}
    </section>
  );
}

export function TournamentFigures({ report, course }: { report: Report; course: [number, number][] }) {
  const [played, most] = [gamesOf(report), gamesAtMost(report)];
  const first = report.pairings[0];
  return (
    <>
      <p>
        <span class="so-far">{w.tournament.soFar(played)}</span> <span role="status">{report.over ? w.work.finished : w.work.running}</span>
      </p>
      {!report.over && !report.test && <progress max={most} value={played} aria-label={w.matchSoFar(played, most)} />}
      {report.test && first && <Test test={report.test} pairing={first} course={course} />}
      <Ratings report={report} />
      {report.players.length > 2 && gamesOf(report) > 0 && <Matrix report={report} />}
    </>
  );
}
