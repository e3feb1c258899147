// A command that a text quotes, with its answer, and a link to the screen that does the same: a game or a match.
import { type Route, fragmentOf } from "../model/route";
import { w } from "../strings/strings";
import type { Live } from "../model/learn_texts";

/** Where the page does what the command does. */
function routeOf(live: Live): { route: Route; text: string } | null {
  const { game, players, seed } = live;
  if (live.show === "play") return { route: { at: "setup", game, watch: !players.includes("human"), players }, text: w.learn.playThis };
  if (live.show !== "match") return null;
  const games = String(live.games ?? 1000);
  return { route: { at: "match", game, players, games, ...(seed && { seed }), ...(live.rotate && { rotate: true }) }, text: w.learn.matchThis };
}

/** What is typed in a terminal, and what comes back. */
export function TypedCommand({ live }: { live: Live }) {
  return (
    <pre tabIndex={0} class="terminal">
      <span class="prompt">$ </span>
      {live.command}
      {live.answer && `\n${live.answer}`}
    </pre>
  );
}

export function CommandView({ live }: { live: Live }) {
  const here = routeOf(live);
  return (
    <div class="command" lang={w.locale}>
      <TypedCommand live={live} />
      {here && (
        <p class="actions">
          <a class="button" href={fragmentOf(here.route)}>
            {here.text}
          </a>
        </p>
      )}
    </div>
  );
}
