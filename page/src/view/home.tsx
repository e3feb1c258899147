// The first screen: what goes on, the games as pictures, and the doors to everything else.
import { Stage } from "../board/thumb";
import { FIRST, LESSON } from "../model/learn_texts";
import type { Game, Saved } from "../model/events";
import { isLocal } from "../model/people";
import type { App } from "../state/app";
import { whenOf } from "../state/going_on";
import type { Home } from "../state/home";
import { DueLine } from "../exercise/due_view";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import { TurnGames } from "./turn_games";
import { SavedGamesView, titleOf } from "./saved_games";

declare const SITE: boolean; // said by build.mjs

function GoOn({ home, saved }: { home: Home; saved: Saved[] }) {
  return (
    <section class="go-on" aria-labelledby="go-on-title">
      <h2 id="go-on-title">{w.homeTexts.goOn}</h2>
      <ul>
        {saved.map((kept) => (
          <li key={kept.name}>
            <a href={fragmentOf({ at: "kept", name: kept.name, look: false })} aria-label={`${w.resume}: ${titleOf(kept, home)}, ${whenOf(kept)}`}>
              <Stage scene={home.thumbs.get(kept.name)} />
              <strong>{titleOf(kept, home)}</strong>
              <span class="quiet">{w.homeTexts.since(whenOf(kept))}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GameCard({ game, home, withFriend }: { game: Game; home: Home; withFriend: boolean }) {
  const { title } = game;
  return (
    <li class="game">
      <a class="picture" href={fragmentOf({ at: "play", game: game.name })} aria-label={`${title}: ${w.play}`}>
        <Stage scene={home.catalogue.pictures.get(game.name)} />
        <strong>{title}</strong>
      </a>
      <p>
        {game.summary} <span class="quiet">({w.seatsFor(game.seats.min, game.seats.max)})</span>
      </p>
      <p class="ways">
        <a class="button options" href={fragmentOf({ at: "setup", game: game.name, watch: false })} aria-label={`${w.homeTexts.options}: ${title}`}>
          {w.homeTexts.options}
        </a>
        {withFriend && (
          <a class="button options" href={fragmentOf({ at: "friend", game: game.name })} aria-label={`${w.friend.play}: ${title}`} title={w.friend.play}>
            {w.friend.short}
          </a>
        )}
      </p>
    </li>
  );
}

function Games({ games, home, app, name, size }: { games: Game[]; home: Home; app: App; name: string; size: string }) {
  return (
    <section aria-label={name}>
      {size === "small" && games.length > 0 && <h2>{name}</h2>}
      <ul class={`games ${size}`}>
        {games.map((game) => (
          <GameCard key={game.name} game={game} home={home} withFriend={app.hasFriends(game)} />
        ))}
      </ul>
    </section>
  );
}

function Doors({ home, drawn }: { home: Home; drawn: Game[] }) {
  return (
    <section aria-labelledby="doors-title">
      <h2 id="doors-title">{w.homeTexts.more}</h2>
      <ul class="doors">
        <li class="lead">
          <h3>{w.homeTexts.openDoor}</h3>
          <p>{w.homeTexts.openLead}</p>
          <p class="actions">
            <a class="button main" href={fragmentOf({ at: "open" })}>
              {w.homeTexts.openDoor}
            </a>
          </p>
        </li>
        <li class="lead">
          <h3>{w.learn.title}</h3>
          <p>{w.learn.lead}</p>
          <p class="actions">
            <a class="button main" href={fragmentOf({ at: "learn", page: LESSON, part: "" })}>
              {w.learn.lesson}
            </a>
            <a class="button" href={fragmentOf({ at: "learn", page: FIRST, part: "" })}>
              {w.learn.allTexts}
            </a>
          </p>
        </li>
        {drawn.map((game) => (
          <li key={game.name} class="lead game">
            <h3>{game.title}</h3>
            <p>{w.homeTexts.treeLead}</p>
            <p class="actions">
              <a class="button main picture" href={fragmentOf({ at: "play", game: game.name })} >
                {w.homeTexts.openTree}
              </a>
              <a class="button" href={fragmentOf({ at: "setup", game: game.name, watch: false })} aria-label={`${w.homeTexts.options}: ${game.title}`}>
                {w.homeTexts.options}
              </a>
            </p>
          </li>
        ))}
        {home.work && (
          <li class="lead">
            <h3>{w.work.title}</h3>
            <p>{w.work.lead}</p>
            <p class="actions">
              <a class="button main" href={fragmentOf({ at: "work" })}>
                {w.work.open}
              </a>
            </p>
          </li>
        )}
      </ul>
      <DueLine due={home.due} />
    </section>
  );
}

/** Where a saved game is, as a sentence. */
function stored(): string {
  return SITE || isLocal(location.href) ? w.homeTexts.here : w.homeTexts.onServer;
}

export function HomeView({ app }: { app: App }) {
  const { home } = app;
  const { saved: { goingOn } } = home;
  const played = home.catalogue.games.filter((game) => game.levels);
  return (
    <main
      class="home"
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        event.currentTarget.classList.add("dropping");
      }}
      onDragLeave={(event) => event.currentTarget.classList.remove("dropping")}
      onDrop={(event) => {
        event.currentTarget.classList.remove("dropping"); // what is dropped is read as anywhere else
      }}
    >
      <div class="hello">
        <h1>{w.tagline}</h1>
        <p class="quiet">
          {w.homeTexts.lead} {stored()}
        </p>
      </div>
      {home.catalogue.games.length === 0 && !home.catalogue.failed && (
        <p class="wait" role="status">
          {w.loading}
        </p>
      )}
      {goingOn.length > 0 && <GoOn home={home} saved={goingOn} />}
      <TurnGames home={home} desk={app.turnDesk} />
      <Games home={home} app={app} name={w.homeTexts.games} size="big" games={played.filter((game) => game.players.length > 0)} />
      <Games home={home} app={app} name={w.homeTexts.smallGames} size="small" games={played.filter((game) => game.players.length === 0)} />
      {home.catalogue.games.length > 0 && <Doors home={home} drawn={home.catalogue.games.filter((game) => !game.levels)} />}
      <SavedGamesView home={home} />
    </main>
  );
}
