// Games by turns on the first screen.
import type { Home } from "../state/home";
import type { TurnDesk } from "../state/turn_desk";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";

export function TurnGames({ home, desk }: { home: Home; desk: TurnDesk }) {
  const { list } = desk;
  if (list.length === 0) return null;
  return (
    <section class="turn-games" aria-labelledby="turn-games-title">
      <h2 id="turn-games-title">{w.turns.list}</h2>
      <ul class="list">
        {list.map(({ play, name, isOwn }) => {
          const title = home.catalogue.game(name)?.title ?? name;
          return (
            <li key={play.id} class="kept">
              <span class="kept-name">{title}</span>
              <span class="quiet">{w.turns.state(play.over, isOwn)}</span>
              <span class="actions">
                <a class={isOwn && !play.over ? "button main" : "button"} href={fragmentOf({ at: "turns", id: play.id })} aria-label={`${w.turns.resume}: ${title}`}>
                  {w.turns.resume}
                </a>
                <button aria-label={`${w.turns.remove}: ${title}`} onClick={() => desk.ask(desk.sure === play.id ? null : play.id)}>
                  {w.turns.remove}
                </button>
              </span>
              {desk.sure === play.id && (
                <span class="sure" role="alert">
                  {w.turns.removeSure(title)}{" "}
                  <button class="danger" onClick={() => desk.forget(play.id)}>
                    {w.turns.remove}
                  </button>
                  <button onClick={() => desk.ask(null)}>{w.cancel}</button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
