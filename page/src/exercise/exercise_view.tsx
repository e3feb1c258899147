// An exercise on the screen: what is asked in a sentence, the board as large as it fits, one row of buttons, the verdict in words.
import type { ComponentChildren } from "preact";
import { Board } from "../board/board";
import { type Arrow, arrowsOfMove } from "../model/advise";
import type { LegalMove } from "../model/events";
import { worth } from "../model/numbers";
import { capital, moveSaid } from "../model/said";
import { w } from "../strings/strings";
import { Focused } from "./focused";
import type { ExerciseRun } from "../state/exercise_run";

interface Props {
  run: ExerciseRun;
  turned: boolean;
  still: boolean;
}

function said(run: ExerciseRun, move: string): string {
  const found = run.told?.moves?.find((one) => one.move === move);
  return found ? moveSaid(found) : move;
}

/** Who is to move, what was played, and what is wanted. */
function sentenceOf(run: ExerciseRun): string {
  const { told, scene } = run;
  const played = told?.exercise?.played;
  const seats = scene?.board.seats ?? [];
  const who = seats.length > 1 ? (seats[told?.seat ?? 0]?.name ?? "") : "";
  const due = scene?.find("due")?.text; // what kind of move, as the game says it
  return [who && capital(w.exercise.toMove(who)), due && `${capital(due)}.`, played ? w.exercise.findBetter(said(run, played)) : w.exercise.findBest].filter(Boolean).join(" ");
}

/** The move that was tried, and when the answer is shown the best one. */
function arrowsOf(run: ExerciseRun): Arrow[] {
  const { told, verdict, tried } = run;
  const best = verdict?.answer?.moves?.find((move) => move.good)?.move;
  const wanted = best ?? (verdict ? tried : undefined);
  const way: LegalMove | undefined = told?.moves?.find((move) => move.move === wanted);
  return way ? arrowsOfMove(way, "") : [];
}

function SceneButtons({ run }: { run: ExerciseRun }) {
  const { scene, input } = run;
  const buttons = scene ? scene.shapes.filter((shape) => shape.kind === "button") : [];
  if (buttons.length === 0) return null;
  return (
    <div class="buttons" role="group" aria-label={w.actions}>
      {buttons.map((shape) => (
        <button key={shape.id} data-id={shape.id} aria-pressed={input.chosen.includes(shape.id)} aria-label={shape.name} disabled={run.isDone || input.meant(shape.id) === null} onClick={() => run.press(shape.id)}>
          {shape.text || shape.name}
        </button>
      ))}
    </div>
  );
}

function BoardArea({ run, turned, still }: Props) {
  const { scene, input, told } = run;
  if (!scene) return null;
  const playing = run.state === "asks" && !run.isDone;
  return (
    <div class="board-place">
      <p id="board-keys" class="unseen">
        {w.boardKeys}
      </p>
      <Board
        key={told?.exercise?.id ?? ""}
        scene={scene}
        label={w.exercise.board}
        turned={turned}
        chosen={playing ? input.chosen : []}
        targets={playing ? input.targets : new Set()}
        meant={(id) => (playing ? input.meant(id) : null)}
        ends={(id) => input.ends(id)}
        goal={(id) => input.goal(id)}
        press={(id) => run.press(id)}
        clear={() => run.unpress()}
        onkey={() => false}
        arrows={arrowsOf(run)}
        moved={new Map()}
        motions={0}
        still={still}
        canPress={w.selectable}
      />
      <SceneButtons run={run} />
    </div>
  );
}

/** All moves as text, for those who do not play on the board. */
function MoveList({ run }: { run: ExerciseRun }) {
  const moves = new Map((run.told?.moves ?? []).map((move) => [move.move, moveSaid(move)]));
  if (moves.size === 0 || run.isDone) return null;
  return (
    <details class="panel">
      <summary>{w.legal(moves.size)}</summary>
      <ul class="legal">
        {[...moves].map(([move, text]) => (
          <li key={move}>
            <button class="mono" onClick={() => void run.attempt(move)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const SHOWN = 8; // moves of an answer

/** The best moves with what they lose, and what was played and tried, wherever these are. */
function AnswerView({ run }: { run: ExerciseRun }) {
  const moves = run.verdict?.answer?.moves;
  const { exercise } = run.told ?? {};
  if (!moves || !exercise) return null;
  const chance = exercise.unit === "probability";
  const lines = moves.some((move) => move.line.length > 0);
  const rows = moves.filter((move, i) => i < SHOWN || move.move === exercise.played || move.move === run.tried);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.exercise.answer}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">{w.value}</th>
            <th scope="col">{w.loss}</th>
            {lines && <th scope="col">{w.continuation}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((move) => (
            <tr key={move.move} class={move.good ? "best" : undefined}>
              <th scope="row">
                {move.good ? "✓ " : ""}
                {said(run, move.move)}
                {move.move === exercise.played && <span class="quiet"> {w.exercise.playedMark}</span>}
              </th>
              <td>{worth(move.value, chance, chance ? 1 : 2, false)}</td>
              <td>{move.loss ? worth(move.loss, chance, chance ? 1 : 2, false) : "–"}</td>
              {lines && <td class="mono line-of">{move.line.slice(0, 6).join(" ")}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Hints({ hints }: { hints: string[] }) {
  return (
    <>
      {hints.map((hint, i) => (
        <p key={i} class="hint-text">
          <b>{w.exercise.hintNumber(i + 1)}</b> {hint}
        </p>
      ))}
    </>
  );
}

/** How the last attempt was judged, then the hints. */
function VerdictView({ run }: { run: ExerciseRun }) {
  const { verdict, hints } = run;
  const item = verdict?.verdict?.items[0];
  const shown = verdict?.answer !== undefined;
  return (
    <div class="verdict" role="status" data-outcome={run.outcome ?? ""}>
      {item && (
        <p class={item.right ? "judged right" : "judged wrong"}>
          <b>{item.right ? `✓ ${w.exercise.asGood}` : `✗ ${w.exercise.notAsGood}`}</b> {item.why}
        </p>
      )}
      {item && !item.right && !shown && <p>{w.exercise.tryAgain}</p>}
      <Hints hints={hints} />
    </div>
  );
}

/** The row of buttons; `more` are those of a deck. */
function Actions({ run, more }: { run: ExerciseRun; more?: ComponentChildren }) {
  const left = (run.told?.exercise?.hints ?? 0) - run.hints.length;
  const decided = run.outcome !== null;
  const done = run.isDone;
  const shown = run.verdict?.answer !== undefined;
  return (
    <div class="actions" role="group" aria-label={w.exercise.actions}>
      {!done && (
        <button disabled={left <= 0} onClick={() => void run.hint()}>
          {w.exercise.hint}
        </button>
      )}
      {!shown && <button onClick={() => void run.show()}>{done ? w.exercise.showAll : w.exercise.show}</button>}
      {decided ? (
        <Focused>
          <button class="main" onClick={() => void run.move("next")}>
            {w.exercise.next}
          </button>
        </Focused>
      ) : (
        <button onClick={() => void run.move("skip")}>{w.exercise.skip}</button>
      )}
      {more && <span class="actions more">{more}</span>}
    </div>
  );
}

/** How far one is: the number, and a mark for each that was decided. */
export function Progress({ run }: { run: ExerciseRun }) {
  const { told, tally: { outcomes } } = run;
  if (!told || told.of === 0) return null;
  const at = told.number ?? told.of + 1;
  const marks = { right: "✓", hinted: "?", wrong: "✗" };
  return (
    <p class="progress">
      <b>{w.exercise.progress(Math.min(at, told.of), told.of)}</b>
      <span class="marks" aria-hidden="true">
        {told.of <= 30 &&
          Array.from({ length: told.of }, (_, i) => {
            const outcome = outcomes.get(i + 1);
            return (
              <span key={i} class={`mark-of ${outcome ?? ""}${i + 1 === at ? " now" : ""}`}>
                {outcome ? marks[outcome] : "·"}
              </span>
            );
          })}
      </span>
    </p>
  );
}

/** How many were found, when there are no more. */
export function Tally({ run, nothing = w.exercise.noneLeft, children }: { run: ExerciseRun; nothing?: string; children?: ComponentChildren }) {
  const [right, hinted, wrong] = [run.tally.count("right"), run.tally.count("hinted"), run.tally.count("wrong")];
  const all = right + hinted + wrong;
  return (
    <section class="tally" role="status">
      <h2>{all > 0 ? w.exercise.found(right, all) : nothing}</h2>
      {hinted > 0 && <p>{w.exercise.withHint(hinted)}</p>}
      {wrong > 0 && <p>{w.exercise.missed(wrong)}</p>}
      {children}
    </section>
  );
}

/** "Find the move", whole: board on one side, words and buttons on the other. */
export function MoveExercise({ run, turned, still, more }: Props & { more?: ComponentChildren }) {
  return (
    <div class="exercise-body">
      <BoardArea run={run} turned={turned} still={still} />
      <div class="exercise-side">
        <p class="asked">{sentenceOf(run)}</p>
        <Actions run={run} more={more} />
        <VerdictView run={run} />
        <AnswerView run={run} />
        <MoveList run={run} />
      </div>
    </div>
  );
}

export function Waiting() {
  return (
    <p class="wait" role="status">
      {w.exercise.preparing}
    </p>
  );
}
