// Cube decisions of a review: the list of all, and for the one on the board the value of each action and the thresholds of
// the win probability.
import { sign } from "../model/grades";
import type { TableScreen } from "../state/table_screen";
import type { ReviewMove } from "../model/events";
import { percent } from "../model/numbers";
import { moveSaid } from "../model/said";
import { type Choice, type Span, type Window, boundsOf, choicesOf, windowOf } from "../model/stakes";
import { Follow } from "../widgets/follow";
import { w } from "../strings/strings";
import { nameOf } from "./seats";

const [WIDTH, SIDE, TOP, HIGH, BELOW] = [360, 6, 10, 16, 30];

const chance = (value: number | null) => (value === null ? "–" : percent(value, 1));
const title = (tableScreen: TableScreen, move: ReviewMove) => w.afterMove(move.ply + 1, nameOf(tableScreen.table, move.seat ?? "chance"), moveSaid(move));

function against(tableScreen: TableScreen, { best, against }: Choice): string {
  if (best) return w.bestMove;
  return tableScreen.analysis.review.number(against, true);
}

function Outlooks({ tableScreen, move }: { tableScreen: TableScreen; move: ReviewMove }) {
  const choices = choicesOf(move);
  const points = move.unit !== "probability";
  return (
    <table class="numbers outlooks">
      <caption>{(points ? w.stakes.points : w.stakes.chances)(nameOf(tableScreen.table, move.seat ?? "chance"))}</caption>
      <thead>
        <tr>
          <th scope="col">{w.stakes.action}</th>
          <th scope="col">{w.value}</th>
          <th scope="col">{w.loss}</th>
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.name} class={choice.best ? "best" : undefined}>
            <th scope="row">
              {w.stakes.actions[choice.name] ?? choice.name} {choice.chosen && <span class="tag">{w.stakes.chosen[choice.chosen]}</span>}
            </th>
            <td>{tableScreen.analysis.review.number(choice.worth, points)}</td>
            <td>{against(tableScreen, choice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The verdict in a sentence, whose lines break beside numbers and not within. */
function verdict({ now, at }: Window): string {
  if (at.zone === "silent" && at.to === 1) return w.stakes.never;
  const whole = (value: number) => chance(value).replace(" ", "\u00a0");
  return w.stakes.verdict[at.zone](whole(now), whole(at.from), whole(at.to));
}

const spoken = ({ zone, from, to }: Span) => `${w.stakes.zones[zone]} ${w.range(chance(from), chance(to))}`;

/** The win probability on a line from 0 to 100 %, cut at the thresholds. */
function Bar({ window }: { window: Window }) {
  const x = (value: number) => SIDE + value * (WIDTH - 2 * SIDE);
  const { spans, now } = window;
  const base = TOP + HIGH;
  const cuts = spans.slice(1).map((span) => span.from);
  // The first number is left of its cut and the next one right, so that near ones do not meet; a third goes below.
  const sides = ["end", "begin", "middle"];
  return (
    <figure class="window">
      <svg viewBox={`0 0 ${WIDTH} ${base + (cuts.length > 2 ? BELOW : BELOW / 2)}`} role="img" aria-label={w.stakes.bar(spans.map(spoken).join(w.between), chance(now))}>
        {spans.map(({ zone, from, to }) => (
          <rect key={zone} class={`zone ${zone}`} x={x(from).toFixed(1)} y={TOP} width={(x(to) - x(from)).toFixed(1)} height={HIGH} />
        ))}
        {cuts.map((cut, i) => (
          <text key={i} class={`tick ${sides[i]}`} x={Math.min(x(cut), WIDTH - 20).toFixed(1)} y={base + (i > 1 ? 26 : 13)}>
            {chance(cut)}
          </text>
        ))}
        <path class="now" d={`M${x(now).toFixed(1)} ${base + 1}V${TOP - 2}l-5 -8h10l-5 8`} />
      </svg>
      <ul class="key">
        {spans.map(({ zone }) => (
          <li key={zone}>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <rect class={`zone ${zone}`} x="0.5" y="0.5" width="11" height="11" />
            </svg>
            {w.stakes.zones[zone]}
          </li>
        ))}
      </ul>
      <figcaption>{verdict(window)}</figcaption>
    </figure>
  );
}

function Margins({ tableScreen, move }: { tableScreen: TableScreen; move: ReviewMove }) {
  const bounds = boundsOf(move);
  const window = windowOf(move);
  const { table } = tableScreen;
  // Of two seats, the other side is the seat that did not decide; of more seats it is not known which one it is.
  const own = move.seat ?? 0;
  const sides = table.seats.length === 2 ? (move.responding ? [1 - own, own] : [own, 1 - own]) : [];
  const who = (i: number) => (sides[i] === undefined ? "" : nameOf(table, sides[i]));
  if (bounds.length === 0) return null;
  return (
    <>
      <table class="numbers margins">
        <caption>{w.stakes.thresholds}</caption>
        <thead>
          <tr>
            <td />
            {[w.stakes.doubler, w.stakes.responder].map((role, i) => (
              <th key={role} scope="col">
                {who(i)} <span class="role">{role}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bounds.map(({ name, offers, asks }) => (
            <tr key={name} class={name === "wins" ? "best" : undefined}>
              <th scope="row">{w.stakes.bounds[name] ?? name}</th>
              <td>{chance(offers)}</td>
              <td>{chance(asks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {window && <Bar window={window} />}
      <p class="quiet">{w.stakes.estimated}</p>
    </>
  );
}

/** One cube decision. */
export function StakesView({ tableScreen, move }: { tableScreen: TableScreen; move: ReviewMove }) {
  const theirs = choicesOf(move).some((choice) => (choice.against ?? 0) > 0 && !choice.best);
  return (
    <div class="stakes">
      <div class="scroll" tabIndex={0} role="region" aria-label={title(tableScreen, move)}>
        <Outlooks tableScreen={tableScreen} move={move} />
      </div>
      {theirs && <p class="quiet">{w.stakes.opponentMistake}</p>}
      {move.not_close && <p class="quiet">{w.stakes.notClose}</p>}
      <Margins tableScreen={tableScreen} move={move} />
    </div>
  );
}

/** All that count as decisions, to view them; below it the one on the board, if it is not shown already (`told`). */
export function StakesList({ tableScreen, told }: { tableScreen: TableScreen; told: ReviewMove | undefined }) {
  const { analysis: { review }, table } = tableScreen;
  const all = review.stakes;
  const at = review.stakesAt(table.past.looking);
  if (all.length === 0 && !at) return null;
  return (
    <>
      {all.length > 0 && (
        <Follow name="scroll choices" label={w.stakes.all} at={table.past.looking}>
          <table class="numbers">
            <caption>{w.stakes.all}</caption>
            <thead>
              <tr>
                <th scope="col">{w.move}</th>
                <th scope="col">{w.loss}</th>
              </tr>
            </thead>
            <tbody>
              {all.map((move) => (
                <tr key={move.ply}>
                  <th scope="row">
                    <button class="plain" aria-current={move === at ? "step" : undefined} onClick={() => table.past.look(move.ply)}>
                      {title(tableScreen, move)}
                    </button>
                  </th>
                  <td>
                    {review.number(move.loss)} {move.grade && sign[move.grade]}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Follow>
      )}
      {at && at !== told && (
        <>
          <p>
            <b>{title(tableScreen, at)}</b>
          </p>
          <StakesView tableScreen={tableScreen} move={at} />
        </>
      )}
    </>
  );
}
