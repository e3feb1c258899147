// Practice: the cards of today, what comes next, and the deck as a file.
import { canTurn } from "../board/box";
import type { App } from "../state/app";
import { w } from "../strings/strings";
import { download } from "../share/download";
import { readFile } from "../share/file_text";
import { Progress, Tally, Waiting } from "./exercise_view";
import { AnyExercise } from "./any_exercise";
import { Focused } from "./focused";
import { PredictView } from "./predict_view";
import type { Today } from "../model/deck";
import type { Practise } from "../state/practise";

function TodayLine({ today }: { today: Today }) {
  const parts = [w.exercise.due(today.due), w.exercise.fresh(today.new), w.exercise.answered(today.answered), ...(today.streak > 1 ? [w.exercise.streak(today.streak)] : [])];
  return <p class="quiet today">{parts.join(" · ")}</p>;
}

/** The reviews of saved games, which take a while. */
function Collecting({ practise }: { practise: Practise }) {
  const { collector, added, fresh } = practise;
  if (collector)
    return (
      <p class="asks" role="status">
        <span>
          {w.exercise.reviewing(collector.at, collector.of)} {collector.plies > 0 && <progress max={collector.plies} value={collector.done} aria-label={w.exercise.reviewing(collector.at, collector.of)} />} {w.exercise.cardsAdded(collector.added)}
        </span>
        <button onClick={() => void practise.stop()}>{w.stop}</button>
      </p>
    );
  return (
    <>
      {added !== null && <p role="status">{w.exercise.cardsAdded(added)}</p>}
      {fresh !== null && fresh > 0 && (
        <p class="actions">
          <button class={practise.today?.cards ? "" : "main"} onClick={() => void practise.collect()}>
            {w.exercise.collect(fresh)}
          </button>
        </p>
      )}
      {fresh === 0 && !practise.today?.cards && <p>{w.exercise.noGames}</p>}
    </>
  );
}

/** Cards with six wrong answers, by name. */
function SetAside({ practise }: { practise: Practise }) {
  const cards = practise.today?.set_aside ?? [];
  if (cards.length === 0) return null;
  return (
    <section class="set-aside">
      <h2>{w.exercise.aside(cards.length)}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <span>{card.title ?? card.id}</span> <span class="quiet">{w.exercise.failures(card.failures)}</span>
            <button onClick={() => void practise.again(card.id)} aria-label={`${w.exercise.askAgain}: ${card.title ?? card.id}`}>
              {w.exercise.askAgain}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function merge(practise: Practise, input: HTMLInputElement): Promise<void> {
  try {
    const file = input.files?.[0];
    if (file) await practise.merge((await readFile(file)).text);
  } catch (error) {
    practise.refuse(error instanceof Error ? error.message : String(error));
  }
  input.value = "";
}

function save(name: string, text: string | null): void {
  if (text !== null) download(name, text);
}

function DeckFiles({ practise }: { practise: Practise }) {
  const some = Boolean(practise.today?.cards);
  return (
    <details class="panel">
      <summary>{w.exercise.deck}</summary>
      <p class="quiet">{w.exercise.deckWhat}</p>
      <p class="actions">
        <button disabled={!some} onClick={async () => save("drill.deck", await practise.text())}>
          {w.exercise.downloadDeck}
        </button>
        <button disabled={!some} onClick={async () => save("hra-anki.txt", await practise.anki())}>
          {w.exercise.anki}
        </button>
        <input id="merge-deck" class="unseen" type="file" accept=".deck,.txt,text/plain" onChange={(event) => void merge(practise, event.currentTarget)} />
        <label class="button" for="merge-deck">
          {w.exercise.merge}
        </label>
      </p>
      {practise.unkept && <p>{w.exercise.unkept}</p>}
    </details>
  );
}

/** Random trees, for those who learn how searches work. */
function Trees({ practise }: { practise: Practise }) {
  return (
    <section class="trees">
      <h2>{w.exercise.trees}</h2>
      <p class="quiet">{w.exercise.treesWhat}</p>
      <p class="actions">
        {[1, 2, 3, 4, 5].map((level) => (
          <button key={level} onClick={() => void practise.fillTree(level)}>
            {w.exercise.level(level)}
          </button>
        ))}
      </p>
    </section>
  );
}

function nextOn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return w.exercise.nextOn(days, new Intl.DateTimeFormat(w.locale, { weekday: "long", day: "numeric", month: "long" }).format(day));
}

function Ended({ practise }: { practise: Practise }) {
  const { run, today } = practise;
  const next = today?.next_in ?? null;
  return (
    <Tally run={run} nothing={today?.cards ? w.exercise.nothingDue : w.exercise.noCards}>
      {next !== null && <p>{nextOn(next)}</p>}
      <p class="actions">
        {run.tally.changes > 0 && (
          <Focused>
            <button onClick={() => void run.move("undo")}>{w.exercise.undo}</button>
          </Focused>
        )}
      </p>
      {!today?.cards && <p class="quiet">{w.exercise.practiseWhat}</p>}
      <Collecting practise={practise} />
    </Tally>
  );
}

export function PractiseView({ app, practise }: { app: App; practise: Practise }) {
  const { run, today } = practise;
  if (practise.tree)
    return (
      <main class="exercise">
        <h1>{w.exercise.trees}</h1>
        <PredictView predict={practise.tree} end={() => void practise.fillTree(0)} back={w.exercise.backToPractice} />
      </main>
    );
  const can = Boolean(run.scene && canTurn(run.scene));
  const asks = run.state === "asks";
  return (
    <main class="exercise" data-exercise={run.state} data-number={run.told?.number ?? ""} data-cards={today?.cards ?? 0}>
      <header>
        <h1>{w.exercise.practise}</h1>
        {asks && <Progress run={run} />}
        <span class="actions">
          {asks && can && (
            <button class="plain" onClick={() => practise.turn()}>
              {w.flipBoard}
            </button>
          )}
        </span>
      </header>
      {run.state === "waits" && <Waiting />}
      {asks && (
        <AnyExercise
          run={run}
          turned={practise.turned && can}
          still={app.still}
          more={
            <>
              {run.tally.changes > 0 && <button onClick={() => void run.move("undo")}>{w.exercise.undo}</button>}
              <button onClick={() => void run.move("never")}>{w.exercise.never}</button>
            </>
          }
        />
      )}
      {(run.state === "over" || run.isMissing) && <Ended practise={practise} />}
      {asks && <Collecting practise={practise} />}
      {today && <TodayLine today={today} />}
      <SetAside practise={practise} />
      <DeckFiles practise={practise} />
      <Trees practise={practise} />
    </main>
  );
}
