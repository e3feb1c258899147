// "In your games": what was played in this position, and how these games ended.
import type { Counted, Explored, FoundGame } from "../model/events";
import { amount, percent } from "../model/numbers";
import { moveSaid } from "../model/said";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";

/** Of games whose result is known. */
function share(part: number | undefined, count: Counted): string {
  const known = count.games - count.unknown;
  return known > 0 && part !== undefined ? percent(part / known, 0) : "–";
}

function Counts({ count, seats }: { count: Counted; seats: string[] }) {
  return (
    <>
      <td>{count.games}</td>
      {seats.map((name, seat) => (
        <td key={name}>{share(count.wins[seat], count)}</td>
      ))}
      {seats.length > 1 && <td>{share(count.draws, count)}</td>}
    </>
  );
}

function Moves({ told, seats, said, play }: { told: Explored; seats: string[]; said: Map<string, string>; play: ((move: string) => void) | null }) {
  const valued = told.moves.some((m) => m.value !== undefined);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={w.explorer}>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{w.move}</th>
            <th scope="col">{w.explorerGames}</th>
            {seats.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {seats.length > 1 && <th scope="col">{w.explorerDraw}</th>}
            {valued && <th scope="col">{w.value}</th>}
          </tr>
        </thead>
        <tbody>
          {told.moves.map((m) => (
            <tr key={m.move}>
              <th scope="row">
                {play ? (
                  <button class="plain mono" onClick={() => play(m.move)}>
                    {said.get(m.move) ?? m.move}
                  </button>
                ) : (
                  <span class="mono">{said.get(m.move) ?? m.move}</span>
                )}
              </th>
              <Counts count={m} seats={seats} />
              {valued && <td title={m.analyst}>{amount(m.value, { unit: m.unit ?? "points" })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Game({ game }: { game: FoundGame }) {
  return (
    <li>
      {game.players.join(" – ")} {game.date} {game.event} {game.result?.join(" : ")} {game.move && <span class="mono">{game.move}</span>}
    </li>
  );
}

export function ExplorerParts({ tableScreen }: { tableScreen: TableScreen }) {
  const { analysis: { explorer }, table } = tableScreen;
  const { told } = explorer;
  const seats = table.hello?.seats?.map((seat) => seat.name) ?? [];
  const said = new Map(table.asking.legal.map((move) => [move.move, moveSaid(move)]));
  const shown = explorer.on && table.cover.seat === null && table.past.looking === null;
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={explorer.on} onChange={(event) => void explorer.set(event.currentTarget.checked)} />
        {w.explorerOn}
      </label>
      {explorer.failed && <p>{explorer.failed}</p>}
      {explorer.full && <p class="quiet">{w.explorerFull}</p>}
      {shown && !told && !explorer.asking && !explorer.failed && <p class="quiet">{w.explorerNone}</p>}
      {shown && told && (
        <>
          <p role="status">{told.games ? w.explorerReach(told.games) : w.explorerNone}</p>
          {told.moves.length > 0 && <Moves told={told} seats={seats} said={said} play={table.isAsked ? (move) => void table.make(move) : null} />}
          {told.found.length > 0 && (
            <ol class="explored">
              {told.found.map((game) => (
                <Game key={game.number} game={game} />
              ))}
            </ol>
          )}
        </>
      )}
    </>
  );
}
