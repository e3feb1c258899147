// The first screen: the games, and saved games.
import { Thumb } from "../board/thumb";
import { FIRST, LESSON } from "../model/learn_texts";
import type { Game } from "../model/events";
import type { Home } from "../state/home";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import { SavedGamesView } from "./saved_games";

function GameCard({ game, home }: { game: Game; home: Home }) {
  const picture = home.pictures.get(game.name);
  return (
    <li class="game">
      <a class="picture" href={fragmentOf({ at: "setup", game: game.name, watch: false })} tabIndex={-1} aria-hidden="true">
        {picture && <Thumb scene={picture} label={w.pictureOf(game.title)} />}
      </a>
      <h2>{game.title}</h2>
      <p>
        {game.summary} <span class="quiet">({w.seatsFor(game.seats.min, game.seats.max)})</span>
      </p>
      <p class="actions">
        <a class="button main" href={fragmentOf({ at: "setup", game: game.name, watch: false })} aria-label={`${w.play}: ${game.title}`}>
          {w.play}
        </a>
        <a class="button" href={fragmentOf({ at: "setup", game: game.name, watch: true })} aria-label={`${w.watch}: ${game.title}`}>
          {w.watch}
        </a>
        <a class="button" href={fragmentOf({ at: "analyse", spec: game.name, position: "" })} aria-label={`${w.analyse}: ${game.title}`}>
          {w.analyse}
        </a>
        <a class="button" href={fragmentOf({ at: "match", game: game.name })} aria-label={`${w.match}: ${game.title}`}>
          {w.match}
        </a>
      </p>
    </li>
  );
}

function WorkCard() {
  return (
    <section class="lead" aria-label={w.work.title}>
      <p>{w.work.lead}</p>
      <p class="actions">
        <a class="button main" href={fragmentOf({ at: "work" })}>
          {w.work.open}
        </a>
      </p>
    </section>
  );
}

function LearnCard() {
  return (
    <section class="lead" aria-label={w.learn.title}>
      <p>{w.learn.lead}</p>
      <p class="actions">
        <a class="button main" href={fragmentOf({ at: "learn", page: LESSON, part: "" })}>
          {w.learn.lesson}
        </a>
        <a class="button" href={fragmentOf({ at: "learn", page: FIRST, part: "" })}>
          {w.learn.allTexts}
        </a>
      </p>
    </section>
  );
}

export function HomeView({ home }: { home: Home }) {
  return (
    <main class="home">
      <h1>{w.tagline}</h1>
      {home.games.length === 0 && !home.failed && (
        <p class="wait" role="status">
          {w.loading}
        </p>
      )}
      {home.work && <WorkCard />}
      <ul class="games">
        {home.games.map((game) => (
          <GameCard key={game.name} game={game} home={home} />
        ))}
      </ul>
      <LearnCard />
      <SavedGamesView home={home} />
    </main>
  );
}
