// The games of a file: number, players, occasion, result, plies, faults.
import type { ListedGame } from "../model/events";
import { amount } from "../model/numbers";
import { fragmentOf } from "../model/route";
import type { GameList } from "../state/game_list";
import { w } from "../strings/strings";
import { Faults } from "./faults";

function resultOf(game: ListedGame): string {
  return game.result ?? (game.returns ? game.returns.map((points) => amount(points, null)).join(" : ") : "*");
}

function Row({ list, game }: { list: GameList; game: ListedGame }) {
  const players = game.players.map((name) => name || "?").join(" – ");
  const when = [game.event, game.date].filter((text) => !/^[?.]*$/.test(text)).join(" · ");
  const can = game.game !== undefined;
  return (
    <li class={can ? "listed" : "listed lost"}>
      <span class="number">{game.number}</span>
      <span class="who">
        {can ? (
          <a href={fragmentOf({ at: "file", name: list.name, game: game.number })} aria-label={w.fileGames.openGame(game.number, players)}>
            {players}
          </a>
        ) : (
          players
        )}
        {when && <span class="quiet"> {when}</span>}
      </span>
      <span class="mono result">{resultOf(game)}</span>
      <span class="quiet plies">{w.fileGames.plies(game.plies ?? 0)}</span>
      <Faults faults={game.faults} />
    </li>
  );
}

/** Up and down go from link to link, as in a menu; Enter in the field opens the first one. */
function pressed(event: KeyboardEvent): void {
  const place = event.currentTarget as HTMLElement;
  const links = [...place.querySelectorAll<HTMLElement>(".listed a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const field = place.querySelector("input");
  const inField = document.activeElement === field;
  if (event.key === "Enter" && inField) links[0]?.click();
  else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp" && !inField) (at > 0 ? links[at - 1] : field)?.focus();
  else return;
  event.preventDefault();
}

export function GameListView({ list }: { list: GameList }) {
  const { found } = list;
  const damaged = list.games.filter((game) => game.faults.some((fault) => !fault.remark)).length;
  return (
    <main class="game-list" onKeyDown={pressed}>
      <h1>{list.title}</h1>
      {list.loading && (
        <p class="wait" role="status">
          {w.loading}
        </p>
      )}
      {list.games.length > 0 && (
        <>
          <label class="field file">
            <span>{w.fileGames.filter}</span>
            <input type="search" value={list.filter} autocomplete="off" spellcheck={false} aria-describedby="list-keys" onInput={(event) => list.search(event.currentTarget.value)} />
            <span id="list-keys" class="quiet">
              {w.fileGames.keys}
            </span>
          </label>
          <p role="status" class="quiet">
            {list.filter.trim() ? w.fileGames.found(found.length, list.games.length) : w.fileGames.count(list.games.length)}
            {damaged > 0 && `${w.between}${w.fileGames.damaged(damaged)}`}
          </p>
          <ul class="list listing">
            {found.slice(0, list.shown).map((game) => (
              <Row key={game.number} list={list} game={game} />
            ))}
          </ul>
          <p class="actions">
            {found.length > list.shown && <button onClick={() => list.showMore()}>{w.fileGames.more(found.length - list.shown)}</button>}
            <button disabled={list.added !== null} onClick={() => void list.addAll()}>
              {w.fileGames.addAll}
            </button>
            {list.added !== null && <span role="status">{w.added(list.added)}</span>}
          </p>
        </>
      )}
    </main>
  );
}
