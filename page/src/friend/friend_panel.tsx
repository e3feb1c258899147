// The links of a table, one for each place: made, copied, shown as a code, withdrawn.
import { Component, createRef } from "preact";
import { canSend, copyText, send } from "../browser/clipboard";
import { type Place, isLocal } from "../model/people";
import type { Friend } from "../state/friend";
import type { Table } from "../state/table";
import { w } from "../strings/strings";
import { CodeView } from "./code_view";

interface Props {
  friend: Friend;
  table: Table;
}

/** Where a page may not write to the clipboard, as behind http at another address, what is selected is copied. */
async function copy(friend: Friend, place: Place, field: HTMLInputElement | null): Promise<void> {
  if (!field) return;
  if (!(await copyText(field.value))) {
    field.select();
    if (!document.execCommand("copy")) return;
  }
  friend.note(place);
}

class LinkOf extends Component<{ friend: Friend; place: Place; name: string; link: string }> {
  private readonly field = createRef<HTMLInputElement>();

  override componentDidMount(): void {
    this.field.current?.select();
  }

  override render({ friend, place, name, link }: LinkOf["props"]) {
    return (
      <>
        <div class="link">
          <input ref={this.field} type="text" class="mono" readOnly aria-label={w.friend.link(name)} value={link} onFocus={(event) => event.currentTarget.select()} />
          <button class="main" onClick={() => void copy(friend, place, this.field.current)}>
            <span aria-live="polite">{friend.copied === place ? w.friend.copied : w.friend.copy}</span>
          </button>
          {canSend() && <button onClick={() => void send(link)}>{w.friend.share}</button>}
          <button aria-expanded={friend.coded === place} onClick={() => friend.code(friend.coded === place ? null : place)}>
            {w.friend.code}
          </button>
        </div>
        {friend.coded === place && <CodeView link={link} label={w.friend.codeOf(name)} />}
      </>
    );
  }
}

function PlaceView({ friend, place, name }: { friend: Friend; place: Place; name: string }) {
  const invitation = friend.invitation(place);
  return (
    <li class="place" data-place={place}>
      <h3>{name}</h3>
      {typeof place === "number" && friend.others.includes(place) && <span class="quiet">{friend.isHere(place) ? w.friend.isHere : w.friend.isAway}</span>}
      {invitation?.link && <LinkOf key={invitation.link} friend={friend} place={place} name={name} link={invitation.link} />}
      {invitation && !invitation.link && <p class="quiet">{w.friend.once}</p>}
      <p class="actions">
        <button title={invitation && w.friend.newLinkHelp} onClick={() => void friend.invite(place)}>
          {invitation ? w.friend.newLink : w.friend.makeLink}
        </button>
        {invitation && (
          <button class="danger" title={w.friend.revokeHelp} onClick={() => void friend.revoke(place)}>
            {w.friend.revoke}
          </button>
        )}
      </p>
    </li>
  );
}

export class FriendPanel extends Component<Props> {
  private readonly dialog = createRef<HTMLDialogElement>();

  override componentDidMount(): void {
    this.dialog.current?.showModal();
  }

  override render({ friend, table }: Props) {
    const places: Place[] = [...friend.seats, "watch"];
    const links = places.map((place) => friend.invitation(place)?.link ?? "");
    return (
      <dialog class="friend-panel" ref={this.dialog} aria-labelledby="friend-title" onClose={() => void friend.show(false)}>
        <form method="dialog" class="panel-head">
          <h2 id="friend-title">{w.friend.play}</h2>
          <button class="plain" aria-label={w.friend.close}>
            ×
          </button>
        </form>
        <p>{w.friend.intro}</p>
        {friend.failed && (
          <p class="problem" role="alert">
            {friend.failed}
          </p>
        )}
        {friend.needsGame && (
          <p class="asks">
            <span>{w.friend.noGame}</span>
            <button class="main" onClick={() => void friend.startGame()}>
              {w.friend.startGame}
            </button>
          </p>
        )}
        <ul>
          {places.map((place) => (
            <PlaceView key={place} friend={friend} place={place} name={place === "watch" ? w.friend.watch : table.called(place)} />
          ))}
        </ul>
        {links.some(isLocal) && <p class="quiet">{w.friend.local}</p>}
      </dialog>
    );
  }
}
