// Who is at the table from elsewhere, and the way to invite somebody.
import type { ComponentChildren } from "preact";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";

/** The place of a guest. */
function Own({ tableScreen: { table } }: { tableScreen: TableScreen }) {
  const view = table.hello?.view;
  if (view === "watch") return <span>{w.friend.youWatch}</span>;
  if (typeof view === "number") return <span>{w.friend.youPlay(table.called(view))}</span>;
  return null;
}

/** `children`: the links, which are shown when they are asked for. */
export function FriendView({ tableScreen, children }: { tableScreen: TableScreen; children: ComponentChildren }) {
  const { table, friend } = tableScreen;
  const { people } = friend;
  if (!friend.canInvite && !people && !friend.isGuest) return null;
  const asking = friend.rematch.filter((seat) => friend.others.includes(seat));
  return (
    <section class="friends" aria-label={w.friend.play}>
      <p class="people" role="status">
        {friend.isGuest && <Own tableScreen={tableScreen} />}
        {friend.others.map((seat) => (
          <span key={seat} class={friend.isHere(seat) ? "person here" : "person"}>
            {friend.isHere(seat) ? w.friend.here(table.called(seat)) : w.friend.away(table.called(seat))}
          </span>
        ))}
        {people !== null && people.watching > 0 && <span>{w.friend.watching(people.watching)}</span>}
        {asking.map((seat) => (
          <b key={`again${seat}`}>{w.friend.asksAgain(table.called(seat))}</b>
        ))}
      </p>
      {friend.canInvite && (
        <button class={people ? "plain" : undefined} aria-haspopup="dialog" onClick={() => void friend.show(true)}>
          {people ? w.friend.links : w.friend.play}
        </button>
      )}
      {friend.open && children}
    </section>
  );
}

/** Asks for another game, where only the owner of the table starts one. */
export function AskAgain({ tableScreen: { table, friend } }: { tableScreen: TableScreen }) {
  const view = table.hello?.view;
  if (typeof view !== "number" || table.line.ownSeat !== null) return null;
  if (friend.rematch.includes(view)) return <span>{w.friend.asked}</span>;
  return (
    <button class="main" onClick={() => void friend.askRematch()}>
      {w.friend.askAgain}
    </button>
  );
}
