// The form of a new table.
import { rulesOf } from "../model/learn_texts";
import type { App } from "../state/app";
import { firstLine } from "../model/line";
import { fragmentOf } from "../model/route";
import { local } from "../model/numbers";
import type { Setup } from "../state/setup";
import { w } from "../strings/strings";
import { OptionField } from "../widgets/option";
import { HelpLink } from "../widgets/help_link";

function SeatField({ setup, seat }: { setup: Setup; seat: number }) {
  const form = setup.seats[seat];
  if (!form) return null;
  const { game, methods, levels } = setup;
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
          {levels && (
            <optgroup label={w.levels}>
              {levels.of.map((n) => option(`${levels.player}:level=${n}`, n === levels.option.default ? w.levelBest(n) : w.level(n)))}
            </optgroup>
          )}
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
              <option key={t} value={t} selected={setup.time === t}>
                {t ? w.seconds(local(t)) : w.timeDefault}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{w.dice}</span>
          <select onChange={(event) => setup.set({ dice: event.currentTarget.value === "manual" ? "manual" : "own" })}>
            <option value="own">{w.diceOwn}</option>
            <option value="manual" selected={setup.dice === "manual"}>
              {w.diceManual}
            </option>
          </select>
        </label>
        <div class="field">
          <label for="seed">{w.seed}</label>
          <input id="seed" type="text" inputMode="numeric" aria-describedby="seed-help" value={setup.seed} onInput={(event) => setup.set({ seed: event.currentTarget.value })} />
          <span id="seed-help" class="quiet">
            {w.seedHelp}
          </span>
        </div>
        <label class="field">
          <span>{w.startPosition}</span>
          <input
            type="text"
            class="mono"
            value={setup.position}
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

export function SetupView({ app, setup }: { app: App; setup: Setup }) {
  const { game } = setup;
  return (
    <main class="setup">
      <h1>{w.setup(game.title)}</h1>
      <p class="quiet">
        {game.summary}. <a href={fragmentOf({ at: "learn", page: rulesOf(game.name), part: "" })}>{w.learn.rules(game.title)}</a>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void app.start();
        }}
      >
        <div class="seats-form">
          {setup.seats.map((_, seat) => (
            <SeatField key={seat} setup={setup} seat={seat} />
          ))}
        </div>
        {game.options.length > 0 && (
          <details>
            <summary>{w.rules}</summary>
            <div class="fields">
              {game.options.map((option) => (
                <OptionField
                  key={option.name}
                  option={option}
                  id={`option-${option.name}`}
                  value={setup.options[option.name] ?? ""}
                  set={(text) => setup.setOption(option.name, text)}
                />
              ))}
            </div>
          </details>
        )}
        <More setup={setup} />
        <p class="actions">
          <button class="main" type="submit" disabled={setup.busy}>
            {w.start}
          </button>
        </p>
      </form>
    </main>
  );
}
