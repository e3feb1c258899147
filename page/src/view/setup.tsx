// The form of a new table.
import { rulesOf } from "../model/learn_texts";
import { suits } from "../model/turn_sides";
import type { App } from "../state/app";
import { clocks, readClock } from "../model/clock";
import { firstLine } from "../model/line";
import { fragmentOf } from "../model/route";
import { local } from "../model/numbers";
import type { Setup } from "../state/setup";
import { w } from "../strings/strings";
import { OptionField } from "../widgets/option";
import { HelpLink } from "../widgets/help_link";
import { LevelPicker } from "../widgets/level_picker";

function Pick({ name, label, on, set }: { name: string; label: string; on: boolean; set: () => void }) {
  return (
    <label class="pick">
      <input type="radio" name={name} checked={on} onChange={set} />
      <span>{label}</span>
    </label>
  );
}

/** Whom a person plays against: a friend, or a level. */
function Opponent({ setup, app }: { setup: Setup; app: App }) {
  const { levels } = setup.game;
  const { opponent } = setup;
  const isFriend = opponent === "person";
  const byTurns = app.turnDesk.isOn && suits(setup.game);
  if (setup.count < 2) return null;
  const choose = (number: number) => setup.setOpponent(levels?.of[number - 1]?.player ?? "usual");
  return (
    <fieldset class="choice">
      <legend>{w.homeTexts.opponent}</legend>
      <div class="picks">
        <Pick name="opponent" label={w.homeTexts.program} on={!isFriend && opponent !== ""} set={() => choose(levels?.default ?? 0)} />
        <Pick name="opponent" label={w.homeTexts.friend} on={isFriend && !setup.byLink && !setup.byTurns} set={() => setup.setOpponent("person")} />
        {app.invites && <Pick name="opponent" label={w.friend.byLink} on={isFriend && setup.byLink} set={() => setup.setOpponent("person", "link")} />}
        {byTurns && <Pick name="opponent" label={w.turns.byTurns} on={isFriend && setup.byTurns} set={() => setup.setOpponent("person", "turns")} />}
        {opponent === "" && <Pick name="opponent" label={w.homeTexts.mixed} on set={() => {}} />}
      </div>
      {isFriend && setup.byTurns && <p class="quiet">{`${w.turns.setupHelp} ${w.turns.trust}`}</p>}
      {!isFriend && setup.level === 0 && !["", "usual"].includes(opponent) && <p class="mono">{opponent}</p>}
      {levels && !isFriend && <LevelPicker levels={levels} value={setup.level} set={choose} />}
    </fieldset>
  );
}

function Side({ setup }: { setup: Setup }) {
  const side = setup.byTurns ? setup.friendSeat : setup.side;
  if (setup.count < 2 || side < 0 || (setup.opponent === "person" && !setup.byTurns)) return null;
  return (
    <fieldset class="choice">
      <legend>{w.homeTexts.side}</legend>
      <div class="picks">
        {setup.seats.map((_, seat) => (
          <Pick key={seat} name="side" label={w.homeTexts.sides[seat] ?? String(seat + 1)} on={!setup.random && side === seat} set={() => setup.setSide(seat)} />
        ))}
        <Pick name="side" label={w.homeTexts.random} on={setup.random} set={() => setup.setSide(-1)} />
      </div>
    </fieldset>
  );
}

function SeatField({ setup, seat }: { setup: Setup; seat: number }) {
  const form = setup.seats[seat];
  if (!form) return null;
  const { game, methods } = setup;
  const option = (value: string, text: string) => (
    <option key={value} value={value} selected={form.who === value}>
      {text}
    </option>
  );
  return (
    <fieldset class="seat-form">
      <legend>{w.seat(String(seat + 1))}</legend>
      <label class="field">
        <span>{w.playedBy}</span>
        <select onChange={(event) => setup.setSeat(seat, { who: event.currentTarget.value })}>
          {option("person", w.person)}
          {option("usual", w.defaultOpponent)}
          {game.levels && <optgroup label={w.levels}>{game.levels.of.map((level, i) => option(level.player, `${w.homeTexts.level(i + 1)} – ${level.play}`))}</optgroup>}
          <optgroup label={w.gamePlayers}>
            {game.players.map((p) => option(p.name, `${p.name} – ${p.summary}`))}
            {option("random", "random")}
          </optgroup>
          <optgroup label={w.methods}>{methods.map((m) => option(m.name, `${m.name} – ${m.summary}`))}</optgroup>
          {option("own", w.otherPlayer)}
        </select>
      </label>
      <HelpLink player={form.who === "own" ? form.own : form.who} methods={methods} />
      {form.who === "person" && (
        <label class="field">
          <span>{w.name}</span>
          <input type="text" value={form.called} maxLength={40} autocomplete="nickname" onInput={(event) => setup.setSeat(seat, { called: event.currentTarget.value })} />
        </label>
      )}
      {form.who === "own" && (
        <label class="field">
          <span>{w.playerSpec}</span>
          <input type="text" class="mono" value={form.own} placeholder="mcts:playouts=500" onInput={(event) => setup.setSeat(seat, { own: event.currentTarget.value })} />
        </label>
      )}
    </fieldset>
  );
}

function More({ setup }: { setup: Setup }) {
  return (
    <details>
      <summary>{w.more}</summary>
      <div class="fields">
        <label class="field">
          <span>{w.timeLabel}</span>
          <select onChange={(event) => setup.set({ time: event.currentTarget.value })}>
            {["", "0.1", "0.5", "1", "3", "10", "30"].map((t) => (
              <option key={t} value={t} selected={setup.terms.time === t}>
                {t ? w.seconds(local(t)) : w.timeDefault}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.dice}</span>
          <select onChange={(event) => setup.set({ dice: event.currentTarget.value === "manual" ? "manual" : "own" })}>
            <option value="own">{w.diceOwn}</option>
            <option value="manual" selected={setup.terms.dice === "manual"}>
              {w.diceManual}
            </option>
          </select>
        </label>
        <div class="field">
          <label for="seed">{w.seed}</label>
          <input id="seed" type="text" inputMode="numeric" aria-describedby="seed-help" value={setup.terms.seed} onInput={(event) => setup.set({ seed: event.currentTarget.value })} />
          <span id="seed-help" class="quiet">
            {w.seedHelp}
          </span>
        </div>
        <label class="field">
          <span>{w.startPosition}</span>
          <input
            type="text"
            class="mono"
            value={setup.terms.position}
            onInput={(event) => setup.set({ position: event.currentTarget.value })}
            onPaste={(event) => {
              const line = firstLine(event.clipboardData?.getData("text") ?? "");
              if (line === null) return;
              event.preventDefault(); /* a field of one line would join them */
              setup.set({ position: line });
            }}
          />
        </label>
      </div>
    </details>
  );
}

const MOST = 600; // minutes, and seconds a move, of a clock

/** How much time the people have. */
function Clock({ setup }: { setup: Setup }) {
  const { clock } = setup.terms;
  if (!setup.canClock) return null;
  const isOther = clock !== "" && !clocks.includes(clock);
  const [minutes, seconds] = readClock(clock) ?? [0, 0];
  const number = (label: string, value: number, least: number, set: (n: number) => void) => (
    <label class="field">
      <span>{label}</span>
      <input type="number" min={least} max={MOST} step={least || 1} value={value} onChange={(event) => set(Math.min(MOST, Math.max(least, event.currentTarget.valueAsNumber || 0)))} />
    </label>
  );
  return (
    <fieldset class="choice">
      <legend>{w.clocks.clock}</legend>
      <div class="picks">
        <Pick name="clock" label={w.clocks.none} on={clock === ""} set={() => setup.set({ clock: "" })} />
        {clocks.map((one) => (
          <Pick key={one} name="clock" label={one.replace(/[ms]/g, "")} on={clock === one} set={() => setup.set({ clock: one })} />
        ))}
        <Pick name="clock" label={w.clocks.other} on={isOther} set={() => setup.set({ clock: "30m+0s" })} />
      </div>
      {isOther && (
        <div class="fields">
          {number(w.clocks.minutes, minutes, 0.05, (n) => setup.set({ clock: `${n}m+${seconds}s` }))}
          {number(w.clocks.seconds, seconds, 0, (n) => setup.set({ clock: `${minutes}m+${Math.round(n)}s` }))}
        </div>
      )}
    </fieldset>
  );
}

/** Every seat by itself, for those who study methods. */
function Study({ setup }: { setup: Setup }) {
  const { game } = setup;
  return (
    <details>
      <summary>{w.homeTexts.study}</summary>
      <p class="quiet">{w.homeTexts.studyWhat}</p>
      <div class="seats-form">
        {setup.seats.map((_, seat) => (
          <SeatField key={seat} setup={setup} seat={seat} />
        ))}
      </div>
      <p class="actions">
        <a class="button" href={fragmentOf({ at: "setup", game: game.name, watch: true })}>
          {w.homeTexts.watch}
        </a>
        <a class="button" href={fragmentOf({ at: "match", game: game.name })}>
          {w.homeTexts.match}
        </a>
      </p>
    </details>
  );
}

/** The rules by name, and each option folded. */
function Rules({ setup }: { setup: Setup }) {
  const { variant } = setup;
  const { variants = [] } = setup.game;
  const pick = (number: number, label: string) => <Pick key={number} name="variant" label={label} on={variant === number} set={() => setup.setVariant(number)} />;
  const options = setup.game.options.map((option) => (
    <OptionField key={option.name} option={option} id={`option-${option.name}`} value={setup.options[option.name] ?? ""} set={(text) => setup.setOption(option.name, text)} />
  ));
  if (options.length === 0) return null;
  const each = (
    <details>
      <summary>{variants.length > 0 ? w.homeTexts.eachRule : w.rules}</summary>
      <div class="fields">{options}</div>
    </details>
  );
  if (variants.length === 0) return each;
  return (
    <fieldset class="choice">
      <legend>{w.rules}</legend>
      <div class="picks">
        {pick(0, w.homeTexts.usualRules)}
        {variants.map(({ name }, i) => pick(i + 1, name))}
        {variant < 0 && pick(-1, w.homeTexts.ownRules)}
      </div>
      {each}
    </fieldset>
  );
}

export function SetupView({ app, setup }: { app: App; setup: Setup }) {
  const { game } = setup;
  return (
    <main class="setup">
      <h1>{w.setup(game.title)}</h1>
      <p class="quiet about">
        {game.summary}. <a href={fragmentOf({ at: "learn", page: rulesOf(game.name), part: "" })}>{w.learn.rules(game.title)}</a>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void app.start();
        }}
      >
        <Opponent setup={setup} app={app} />
        <Side setup={setup} />
        <Clock setup={setup} />
        <Rules setup={setup} />
        {!setup.byTurns && <Study setup={setup} />}
        {!setup.byTurns && <More setup={setup} />}
        <p class="actions start">
          <button class="main" type="submit" disabled={setup.busy}>
            {w.start}
          </button>
        </p>
      </form>
    </main>
  );
}
