// What a review has found: the graph, sums of luck and skill, the mistakes one after another.
import { sign } from "../model/grades";
import type { App } from "../state/app";
import { ExerciseRun } from "../state/exercise_run";
import type { TableScreen } from "../state/table_screen";
import type { Grade, ReviewMove, ReviewSeat } from "../model/events";
import { amount, local, percent, worth } from "../model/numbers";
import { bestSaid, lineSaid, moveSaid } from "../model/said";
import { isStakes } from "../model/stakes";
import { nameOf } from "./seats";
import { w } from "../strings/strings";
import { Graph } from "./graph";
import { StakesList, StakesView } from "./stakes";

/** Expected + luck + others + reassessed - lost = result; columns that are 0 for all seats are left out. */
function Sums({ tableScreen }: { tableScreen: TableScreen }) {
  const { review } = tableScreen.analysis.review;
  if (!review) return null;
  const number = (value: number, signed = false) => tableScreen.analysis.review.number(value, signed);
  const some = (key: "luck" | "others" | "reassessed" | "conceded") => review.seats.some((seat) => seat[key] !== 0);
  const columns = (["luck", "others", "reassessed", "conceded"] as const).filter(some);
  return (
    <table class="numbers">
      <caption>{w.analyst(review.analyst)}</caption>
      <thead>
        <tr>
          <th scope="col">{w.player}</th>
          <th scope="col">{w.expected}</th>
          {columns.map((key) => (
            <th key={key} scope="col">
              + {w[key]}
            </th>
          ))}
          <th scope="col">− {w.losses}</th>
          <th scope="col">= {w.result}</th>
        </tr>
      </thead>
      <tbody>
        {tableScreen.analysis.review.seats.map((seat) => (
          <tr key={seat.seat}>
            <th scope="row">{nameOf(tableScreen.table, seat.seat)}</th>
            <td>{number(seat.expected)}</td>
            {columns.map((key) => (
              <td key={key}>{number(seat[key], true)}</td>
            ))}
            <td>{number(seat.loss)}</td>
            <td>{number(seat.result)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Skill({ tableScreen }: { tableScreen: TableScreen }) {
  const { review } = tableScreen.analysis.review;
  if (!review) return null;
  const grades = review.grades;
  return (
    <>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.player}</th>
            <th scope="col">{w.mistakes}</th>
            <th scope="col">{w.meanLoss}</th>
            {grades && Object.values(sign).map((mark) => <th scope="col">{mark}</th>)}
            {review.measure && <th scope="col">{w.accuracy}</th>}
          </tr>
        </thead>
        <tbody>
          {tableScreen.analysis.review.seats.map((seat) => (
            <tr key={seat.seat}>
              <th scope="row">{nameOf(tableScreen.table, seat.seat)}</th>
              <td>
                {seat.mistakes} / {seat.decisions}
              </td>
              <td>{tableScreen.analysis.review.number(seat.mean_loss, false, tableScreen.analysis.review.review?.decimals ? 0 : 2)}</td>
              {grades && [seat.inaccuracies, seat.errors, seat.blunders].map((n) => <td>{n}</td>)}
              {review.measure && <td>{amount(seat.accuracy === null ? null : seat.accuracy / 100, { unit: "probability" })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <details class="quiet explained">
        <summary>{w.howJudged}</summary>
        {grades &&
          (Object.keys(sign) as Grade[])
            .map((grade) => `${sign[grade]} ${w.gradeFrom[grade]} ${review.unit === "probability" ? percent(grades[grade], 0) : local(Number(grades[grade].toPrecision(3)))}`)
            .join(w.between)}
        {review.measure && `. ${w.accuracyOf[review.measure]}`}
      </details>
    </>
  );
}

/** The accuracy by win probabilities of each third of the game, else its error rate: PR, or the mean loss. */
function Thirds({ tableScreen }: { tableScreen: TableScreen }) {
  const { review, seats } = tableScreen.analysis.review;
  if (!review || !seats.some((seat) => seat.thirds)) return null;
  const chances = review.measure === "chances";
  const rates = seats.some((seat) => seat.pr !== undefined);
  const figure = ({ accuracy, pr, mean_loss }: NonNullable<ReviewSeat["thirds"]>[number]) => {
    if (chances) return amount(accuracy === null ? null : accuracy / 100, { unit: "probability" });
    return rates ? worth(pr, false, 1, false) : tableScreen.analysis.review.number(mean_loss, false, review.decimals ? 0 : 2);
  };
  return (
    <table class="numbers thirds">
      <caption>{w.thirdsOf(chances ? w.accuracy : rates ? "PR" : w.meanLoss)}</caption>
      <thead>
        <tr>
          <th scope="col">{w.player}</th>
          {w.thirds.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat.seat}>
            <th scope="row">{nameOf(tableScreen.table, seat.seat)}</th>
            {seat.thirds?.map((third, i) => (
              <td key={i}>{figure(third)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Account({ tableScreen }: { tableScreen: TableScreen }) {
  if (!tableScreen.analysis.review.review) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.luckAndSkill}>
      <Sums tableScreen={tableScreen} />
      <Skill tableScreen={tableScreen} />
      <Thirds tableScreen={tableScreen} />
    </div>
  );
}

/** "Qh7+ (#3)": a move and what is known of the end of the game behind it. */
const withEnd = (move: string, end?: string) => (end ? `${move} (${end})` : move);

function Costly({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { analysis: { review }, table } = tableScreen;
  const all = review.costly;
  const go = (by: 1 | -1) => {
    const ply = review.go(by);
    if (ply !== null) table.past.look(ply);
  };
  const at: ReviewMove | undefined = all[review.at];
  if (all.length === 0) return <p>{w.noMistakes}</p>;
  return (
    <>
      <p class="actions">
        <button class="main" onClick={() => void app.seating.learnFromMistakes(ExerciseRun)}>
          {w.exercise.mistakes}
        </button>
      </p>
      <p class="actions">
        <button onClick={() => go(-1)}>{w.previousMistake}</button>
        <button onClick={() => go(1)}>
          {w.nextMistake}
        </button>
        {at && <span class="quiet">{w.mistakeOf(review.at + 1, all.length)}</span>}
      </p>
      {at && (
        <div class="mistake" role="status">
          <p>
            <b>{w.afterMove(at.ply + 1, nameOf(table, at.seat ?? "chance"), moveSaid(at))}</b>
          </p>
          <p>
            {at.grade && `${sign[at.grade]} `}
            {w.lossOf(withEnd(moveSaid(at), at.end_said), review.number(at.loss))} {at.best && w.betterWas(withEnd(bestSaid(at), at.best_end_said))} {at.line && at.line.length > 1 && w.follows(lineSaid(at).join(" "))}
          </p>
          <p class="actions">
            <button onClick={() => void app.seating.fromHere()}>{w.playFromHere}</button>
          </p>
        </div>
      )}
      {at && isStakes(at) && <StakesView tableScreen={tableScreen} move={at} />}
    </>
  );
}

export function ReviewParts({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { analysis: { review } } = tableScreen;
  return (
    <>
      {review.review?.opening && <p class="quiet opening">{w.openingIs(review.review.opening)}</p>}
      {review.moves.length > 1 && <Graph tableScreen={tableScreen} />}
      {review.review && <Costly app={app} tableScreen={tableScreen} />}
      {review.review && <StakesList tableScreen={tableScreen} told={review.costly[review.at]} />}
      <Account tableScreen={tableScreen} />
    </>
  );
}
