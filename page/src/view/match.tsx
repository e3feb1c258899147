// Programs against each other: the results as the games are played.
import type { MatchFigures, MatchPlayer } from "../model/events";
import type { Match } from "../state/match";
import type { MatchForm } from "../state/match_form";
import { amount, seconds } from "../model/numbers";
import { w } from "../strings/strings";
import { Histograms } from "./histogram";
import { TournamentFigures } from "./tournament_view";

const [WIDTH, HIGH] = [240, 22];

/** From the least to the most, the middle half as a box, the median as a line. */
function Spread({ player, low, high }: { player: MatchPlayer; low: number; high: number }) {
  const x = (value: number | undefined) => 4 + (((value ?? low) - low) / (high - low || 1)) * (WIDTH - 8);
  const p = player.percentiles;
  const at = (q: string) => x(p[q]).toFixed(1);
  const label = w.spreadOf(player.player, ["10", "25", "50", "75", "90"].map((q) => `${q} %: ${amount(p[q], null)}`).join(w.between));
  return (
    <svg class="spread" viewBox={`0 0 ${WIDTH} ${HIGH}`} role="img" aria-label={label}>
      <path class="axis" d={`M${x(player.min).toFixed(1)} ${HIGH / 2}H${x(player.max).toFixed(1)}`} />
      <path class="whisker" d={`M${at("10")} ${HIGH / 2}H${at("90")}`} />
      <rect class="half" x={at("25")} y="5" width={Math.max(1, x(p["75"]) - x(p["25"])).toFixed(1)} height={HIGH - 10} />
      <path class="median" d={`M${at("50")} 2V${HIGH - 2}`} />
    </svg>
  );
}

/** The score rate of each player from each seat, which shows whether a seat is better. */
function BySeat({ players }: { players: MatchPlayer[] }) {
  const seats = players[0]?.by_seat.map((s) => s.seat) ?? [];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.bySeat}>
      <table class="numbers by-seat">
        <caption>{w.bySeat}</caption>
        <thead>
          <tr>
            <th scope="col">{w.player}</th>
            {seats.map((seat) => (
              <th key={seat} scope="col">
                {w.seatRow(seat + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map((p, i) => (
            <tr key={i}>
              <th scope="row">{p.player}</th>
              {p.by_seat.map((s) => (
                <td key={s.seat}>{s.games > 0 ? `${amount(s.points / s.games, { unit: "probability" })} ${w.ofGames(s.games)}` : "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NORMAL = 1.96; // standard errors to either side hold 95 %

/** The mean with its 95 % interval, which few or equal games do not give. */
function interval({ mean, stderr }: MatchPlayer): string {
  if (Number.isNaN(mean)) return "–";
  return `${amount(mean, null)} ± ${stderr > 0 ? amount(NORMAL * stderr, null) : "–"}`;
}

export function MatchResults({ figures }: { figures: MatchFigures }) {
  const low = Math.min(...figures.players.map((p) => p.min));
  const high = Math.max(...figures.players.map((p) => p.max));
  const many = figures.players.length > 1;
  return (
    <section class="matched">
      <p role="status">
        {w.matchSoFar(figures.games, figures.games_planned)} {figures.games > 0 ? seconds(figures.seconds) : w.matchOpening}
      </p>
      <progress max={figures.games_planned} value={figures.games} aria-label={w.matchSoFar(figures.games, figures.games_planned)} />
      <p class="quiet">{w.matchCaption}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={w.match}>
        <table class="numbers figures" aria-label={w.matchCaption}>
          <thead>
            <tr>
              <th scope="col">{w.player}</th>
              {many && <th scope="col">{w.scoreRate}</th>}
              {many && <th scope="col">{w.winsDrawsLosses}</th>}
              {many && <th scope="col">{w.elo}</th>}
              <th scope="col">{w.mean}</th>
              <th scope="col">{w.spread}</th>
            </tr>
          </thead>
          <tbody>
            {figures.players.map((p, i) => (
              <tr key={i}>
                <th scope="row">{p.player}</th>
                {many && <td data-name={w.scoreRate}>{figures.games > 0 ? amount(p.score_rate, { unit: "probability" }) : "–"}</td>}
                {many && (
                  <td data-name={w.winsDrawsLosses}>
                    {p.wins} / {p.draws} / {p.losses}
                  </td>
                )}
                {many && <td data-name={w.elo}>{p.elo?.elo === null || !p.elo ? "–" : `${Math.round(p.elo.elo)} (${w.range(amount(p.elo.low, null), amount(p.elo.high, null))})`}</td>}
                <td data-name={w.mean}>{interval(p)}</td>
                <td data-name={w.spread}>{figures.games > 0 && <Spread player={p} low={low} high={high} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {many && figures.games > 0 && <BySeat players={figures.players} />}
      {figures.games > 0 && <Histograms players={figures.players} />}
    </section>
  );
}

/** Who plays; of a tournament also not. */
function PlayerField({ form, player, number }: { form: MatchForm; player: string; number: number }) {
  const name = w.seat(String(number + 1));
  return (
    <div class="field">
      <label for={`match-player-${number}`}>{name}</label>
      <span class="with-button">
        <input id={`match-player-${number}`} type="text" class="mono" list="match-players" autocomplete="off" spellcheck={false} value={player} onInput={(event) => form.setPlayer(number, event.currentTarget.value)} />
        {form.isTournament && (
          <button type="button" aria-label={w.tournament.drop(name)} onClick={() => form.drop(number)}>
            ×
          </button>
        )}
      </span>
    </div>
  );
}

export function MatchView({ match }: { match: Match }) {
  const { form } = match;
  const { game } = form;
  return (
    <main class="setup">
      <h1>{form.isTournament ? w.tournament.of(game.title) : w.matchOf(game.title)}</h1>
      <p class="quiet">{form.isTournament ? w.tournament.what : w.matchWhat}</p>
      {form.spec !== game.name && <p class="mono">{form.spec}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void match.start(!match.paused);
        }}
      >
        <div class="fields">
          {form.players.map((player, i) => (
            <PlayerField key={i} form={form} player={player} number={i} />
          ))}
          {form.canAdd && (
            <p class="actions whole">
              <button type="button" disabled={match.running} onClick={() => form.add()}>
                {w.tournament.add}
              </button>
            </p>
          )}
          <label class="field">
            <span>{form.isTournament ? w.tournament.gamesEach : w.games}</span>
            <input type="number" min="1" value={form.games} onInput={(event) => form.set({ games: event.currentTarget.value })} />
          </label>
          <label class="field">
            <span>{w.seed}</span>
            <input type="text" inputMode="numeric" value={form.seed} onInput={(event) => form.set({ seed: event.currentTarget.value })} />
          </label>
          <label class="check whole">
            <input type="checkbox" checked={form.rotate} onChange={(event) => form.set({ rotate: event.currentTarget.checked })} />
            {w.rotate}
          </label>
        </div>
        <datalist id="match-players">
          {[...game.players, ...form.methods].map((p) => (
            <option key={p.name} value={p.name}>
              {p.summary}
            </option>
          ))}
        </datalist>
        <p class="actions">
          <button class="main" type="submit" disabled={match.running}>
            {match.paused ? w.matchContinue : w.start}
          </button>
          {match.running && (
            <button type="button" onClick={() => match.stop()}>
              {w.stop}
            </button>
          )}
          {match.paused && (
            <button type="button" onClick={() => void match.start(true)}>
              {w.matchAgain}
            </button>
          )}
        </p>
      </form>
      {match.figures && <MatchResults figures={match.figures} />}
      {match.round.report && (
        <section class="matched">
          <TournamentFigures report={match.round.report} course={[]} />
        </section>
      )}
    </main>
  );
}
