// A game by turns: whose turn it is, and the link for the friend.
import { Component, createRef } from "preact";
import { alone } from "../assets/beside";
import { addressOf, canSend, copyText, send } from "../browser/clipboard";
import { local } from "../browser/local_storage";
import { isLocal } from "../model/people";
import { fragmentOf } from "../model/route";
import { readSpec } from "../model/line";
import { qrCode } from "../model/qr";
import { download } from "../share/download";
import type { Turns } from "../state/turns";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { CodeView } from "./code_view";

const LONG = 2000; // characters that programs pass on whole

class LinkView extends Component<{ link: string; name: string }, { copied: boolean; coded: boolean }> {
  override state = { copied: false, coded: false };
  private readonly field = createRef<HTMLInputElement>();

  private readonly copy = async () => {
    const { current } = this.field;
    const copied = await copyText(this.props.link);
    if (!copied) current?.select();
    this.setState({ copied: copied || document.execCommand("copy") });
  };

  override render({ link, name }: { link: string; name: string }) {
    const { copied, coded } = this.state;
    const isLong = link.length > LONG;
    return (
      <>
        <div class="link">
          <input ref={this.field} type="text" class="mono" readOnly aria-label={w.turns.link} value={link} onFocus={(event) => event.currentTarget.select()} />
          <button class="main" onClick={() => void this.copy()}>
            <span aria-live="polite">{copied ? w.friend.copied : w.friend.copy}</span>
          </button>
          {canSend() && <button onClick={() => void send(link)}>{w.friend.share}</button>}
          {isLong && <button onClick={() => download(`${name}-by-turns.txt`, link)}>{w.turns.file}</button>}
          {qrCode(link) !== null && (
            <button aria-expanded={coded} onClick={() => this.setState({ coded: !coded })}>
              {w.friend.code}
            </button>
          )}
        </div>
        {isLong && <p class="quiet">{w.turns.long}</p>}
        {coded && <CodeView link={link} label={w.turns.codeOf} />}
      </>
    );
  }
}

/** What is to be done with the link. */
function heading(turns: Turns): string {
  if (turns.play?.over) return w.turns.sendEnd;
  return turns.play?.turns.length === 1 ? w.turns.begin : w.turns.send;
}

/** Draws by agreement, and what the friend calls this side. */
function Talk({ turns }: { turns: Turns }) {
  const { play, talk } = turns;
  if (!play || play.over) return null;
  const own = talk.offer === play.side;
  if (!turns.isOwnTurn) return own ? <p>{w.turns.offered}</p> : null;
  return (
    <>
      {turns.hasDraws && (
        <p class={talk.offer !== null && !own ? "asks" : "actions"} role="status">
          {own && w.turns.offering}
          {talk.offer !== null && !own && <span>{w.turns.offers}</span>}
          {!own && (
            <button class={talk.offer === null ? undefined : "main"} onClick={() => turns.draw()}>
              {talk.offer === null ? w.turns.offer : w.turns.accept}
            </button>
          )}
        </p>
      )}
      {!talk.names[play.side] && (
        <label class="field">
          <span>{w.turns.name}</span>
          <input type="text" maxLength={26} autocomplete="nickname" onChange={(event) => turns.call(event.currentTarget.value.trim())} />
        </label>
      )}
    </>
  );
}

export function TurnsView({ turns, tableScreen }: { turns: Turns; tableScreen: TableScreen }) {
  const { play, link, notice } = turns;
  if (!play) return null;
  const address = link && addressOf(fragmentOf({ at: "turn", link }));
  return (
    <section class="turns" aria-labelledby="turns-title" data-link={address || undefined}>
      {notice && (
        <p class="asks" role="status">
          {notice}
        </p>
      )}
      <h2 id="turns-title" aria-live="polite">{link ? heading(turns) : w.turns.title}</h2>
      {link ? <LinkView key={link} link={address} name={readSpec(play.game).name} /> : !tableScreen.table.now.result && <p>{w.turns.yourTurn}</p>}
      <Talk turns={turns} />
      {link && !play.over && <p>{w.turns.waits}</p>}
      {link && (alone || isLocal(address)) && <p class="quiet">{alone ? w.turns.ofFile : w.turns.local}</p>}
      {local.denied && <p class="quiet">{w.turns.notStored}</p>}
      <details class="quiet">
        <summary>{w.turns.why}</summary>
        <p>{w.turns.trust}</p>
        <p>{w.turns.retries}</p>
        {play.ends[0] && <p>{w.turns.dice}</p>}
      </details>
    </section>
  );
}
