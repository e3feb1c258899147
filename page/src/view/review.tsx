// A play gone through: the graph, the account of luck and skill, the costly moves one after another.
import type { App } from "../model/app";
import type { Desk } from "../model/desk";
import type { ReviewMove } from "../model/events";
import { amount, signed } from "../model/numbers";
import { nameOf } from "./seats";
import { w } from "../words/words";
import { Graph } from "./graph";

function Account({ desk }: { desk: Desk }) {
  const { review } = desk.review;
  if (!review) return null;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.account}>
      <table class="numbers">
        <caption>{w.judge(review.judge)}</caption>
        <thead>
          <tr>
            <th scope="col">{w.account}</th>
            <th scope="col">{w.expected}</th>
            <th scope="col">{w.luck}</th>
            <th scope="col">{w.skill}</th>
            <th scope="col">{w.result}</th>
            <th scope="col">{w.mistakes}</th>
            <th scope="col">{w.accuracy}</th>
          </tr>
        </thead>
        <tbody>
          {review.seats.map((seat) => (
            <tr key={seat.seat}>
              <th scope="row">{nameOf(desk.table, seat.seat)}</th>
              <td>{amount(seat.expected, null)}</td>
              <td>{signed(seat.luck, null)}</td>
              <td>{signed(-seat.loss, null)}</td>
              <td>{amount(seat.result, null)}</td>
              <td>
                {seat.mistakes} / {seat.choices}
              </td>
              <td>{seat.accuracy === null || seat.accuracy === undefined ? "–" : `${amount(seat.accuracy, null)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Costly({ app, desk }: { app: App; desk: Desk }) {
  const { review, table } = desk;
  const all = review.costly;
  const go = (by: 1 | -1) => {
    const ply = review.go(by);
    if (ply !== null) table.look(ply);
  };
  const at: ReviewMove | undefined = all[review.at];
  if (all.length === 0) return <p>{w.noMistakes}</p>;
  return (
    <>
      <p class="actions">
        <button onClick={() => go(-1)}>{w.previousMistake}</button>
        <button class="main" onClick={() => go(1)}>
          {w.nextMistake}
        </button>
        {at && <span class="quiet">{w.mistakeOf(review.at + 1, all.length)}</span>}
      </p>
      {at && (
        <div class="mistake" role="status">
          <p>
            <b>{w.afterMove(at.ply + 1, nameOf(table, at.seat ?? "chance"), at.move)}</b>
          </p>
          <p>
            {w.costs(at.move, amount(at.loss, null))} {at.best && w.betterWas(at.best)} {at.line && at.line.length > 1 && w.follows(at.line.join(" "))}
          </p>
          <p class="actions">
            <button onClick={() => void app.fromHere()}>{w.fromHere}</button>
          </p>
        </div>
      )}
    </>
  );
}

export function ReviewView({ app, desk }: { app: App; desk: Desk }) {
  const { review, table } = desk;
  return (
    <details class="panel" open={review.running || review.moves.length > 0 || table.result !== null}>
      <summary>{w.review}</summary>
      {review.moves.length === 0 && !review.running && <p class="quiet">{w.reviewWhat}</p>}
      {!review.running && !review.review && (
        <button disabled={table.played.length === 0 && table.ply === 0} onClick={() => void review.start()}>
          {w.reviewStart}
        </button>
      )}
      {review.running && <p role="status">{w.reviewing(review.done, review.plies)}</p>}
      {review.failed && (
        <p class="problem" role="alert">
          {w.failed(review.failed)}
        </p>
      )}
      {review.moves.length > 1 && <Graph desk={desk} />}
      {review.review && <Costly app={app} desk={desk} />}
      <Account desk={desk} />
    </details>
  );
}
