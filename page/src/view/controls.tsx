// What can be done at a table besides moving.
import type { ComponentChildren } from "preact";
import { Component, createRef } from "preact";
import type { App } from "../state/app";
import type { Table } from "../state/table";
import type { TableScreen } from "../state/table_screen";
import type { TableChoices } from "../state/table_settings";
import { Icon, type IconName } from "./icons";
import { nameOf } from "./seats";
import { shareLink } from "./share_link";
import { TutorChoice } from "./tutor";
import { w } from "../strings/strings";

/** The answers to an offer of another seat. */
function Reply({ table, word, seat = "" }: { table: Table; word: string; seat?: string }) {
  return (
    <>
      <button class="main" onClick={() => void table.say(`${word} accept${seat}`)}>
        {w.accept}
      </button>
      <button onClick={() => void table.say(`${word} refuse${seat}`)}>{w.refuse}</button>
    </>
  );
}

export function Draw({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  if (table.asking.ask?.offer === undefined) return null;
  return (
    <section class="asks">
      <span>{w.drawOffered(nameOf(table, table.asking.ask.offer))}</span>
      {table.answers(table.asking.ask.offer) && <Reply table={table} word="draw" />}
    </section>
  );
}

/** A move that somebody at another machine asks to take back. */
export function TakeBack({ tableScreen: { table } }: { tableScreen: TableScreen }) {
  if (table.asking.takeback === null) return null;
  return (
    <section class="asks">
      <span>{w.clocks.asksBack(nameOf(table, table.asking.takeback))}</span>
      {table.answers(table.asking.takeback) && <Reply table={table} word="takeback" />}
    </section>
  );
}

/** What a seat gives up, for the other one to accept. */
export function Resigned({ tableScreen: { table } }: { tableScreen: TableScreen }) {
  if (table.asking.resigns === null) return null;
  return (
    <section class="asks">
      <span>{w.resigns(nameOf(table, table.asking.resigns.seat), table.asking.resigns.said)}</span>
      {table.answersResignation && <Reply table={table} word="resign" seat={` ${1 - table.asking.resigns.seat}`} />}
    </section>
  );
}

function Sure({ tableScreen }: { tableScreen: TableScreen }) {
  const { parts } = tableScreen.table.asking;
  if (tableScreen.resigning.sure !== "resign") return null;
  return (
    <section class="asks" role="alert">
      <span>{parts.length > 0 ? w.resignWhat : w.resignSure}</span>
      {parts.length === 0 && (
        <button class="danger" onClick={() => void tableScreen.resigning.resign(null)}>
          {w.resign}
        </button>
      )}
      {parts.map(({ name, said }) => (
        <button key={name} class="danger" onClick={() => void tableScreen.resigning.resign(name)}>
          {said}
        </button>
      ))}
      <button onClick={() => tableScreen.resigning.ask(null)}>{w.cancel}</button>
    </section>
  );
}

/** A move by finger that waits for a second press. */
function Tentative({ tableScreen: { look } }: { tableScreen: TableScreen }) {
  if (!look.tentative) return null;
  return (
    <section class="asks" role="alert">
      <span>{w.tableScreen.playMove(look.tentative.said)}</span>
      <button class="main" onClick={() => look.confirm()}>
        {w.tableScreen.play}
      </button>
      <button onClick={() => look.cancel()}>{w.cancel}</button>
    </section>
  );
}

/** While an earlier moment is looked at. */
function LookBack({ app, tableScreen: { table } }: { app: App; tableScreen: TableScreen }) {
  if (table.past.looking === null) return null;
  return (
    <section class="asks looking" role="status">
      <span>{w.lookingBack(table.past.looking)}</span>
      <button onClick={() => table.past.look(null)}>{w.latest}</button>
      {table.line.ownSeat === null && (
        <button class="main" onClick={() => void app.seating.fromHere()}>
          {w.playFromHere}
        </button>
      )}
    </section>
  );
}

/** What waits for an answer, beside the board; it moves neither board nor seats. */
export function Asks({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { resigning: { answered }, share: { link }, look } = tableScreen;
  return (
    <>
      <LookBack app={app} tableScreen={tableScreen} />
      <Tentative tableScreen={tableScreen} />
      <Sure tableScreen={tableScreen} />
      {answered !== "" && (
        <p class="asks" role="status">
          {answered}
        </p>
      )}
      {look.queued.length > 0 && (
        <p class="asks" role="status">
          {w.tableScreen.queued}
        </p>
      )}
      {link !== null && (
        <label class="field">
          <span>{w.linkHere}</span>
          <input type="text" class="mono" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </>
  );
}

interface ActionProps {
  icon: IconName;
  name: string;
  /** Where the name is short, what it means. */
  label?: string;
  pressed?: boolean;
  off?: boolean;
  act: () => void;
}

function Action({ icon, name, label, pressed, off, act }: ActionProps) {
  return (
    <button class="action" aria-label={label} title={label} aria-pressed={pressed} disabled={off} onClick={act}>
      <Icon name={icon} />
      {name}
    </button>
  );
}

/** A list of buttons that opens above its own; a press elsewhere or Escape closes it. */
class Menu extends Component<{ children: ComponentChildren }> {
  private readonly fold = createRef<HTMLDetailsElement>();

  override componentDidMount(): void {
    document.addEventListener("pointerdown", this.elsewhere);
  }

  override componentWillUnmount(): void {
    document.removeEventListener("pointerdown", this.elsewhere);
  }

  private readonly elsewhere = (event: Event) => {
    if (!this.fold.current?.contains(event.target as Node)) this.close();
  };

  private close(): void {
    if (this.fold.current) this.fold.current.open = false;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.fold.current?.open) return;
    this.close();
    this.fold.current.querySelector("summary")?.focus();
    event.preventDefault();
  };

  override render({ children }: { children: ComponentChildren }) {
    return (
      <details class="menu" ref={this.fold} onKeyDown={this.onKey}>
        <summary class="action">
          <Icon name="more" />
          {w.tableScreen.more}
        </summary>
        <div class="menu-list">{children}</div>
      </details>
    );
  }
}

function Choice({ tableScreen: { look }, name, label }: { tableScreen: TableScreen; name: keyof TableChoices; label: string }) {
  return (
    <label class="check">
      <input type="checkbox" checked={look.settings.choices[name]} onChange={(event) => look.set(name, event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Lets machines and chance wait, or go on. */
function Flow({ tableScreen }: { tableScreen: TableScreen }) {
  const { holds } = tableScreen;
  if (!holds) return <Action icon="pause" name={w.pause} act={() => void tableScreen.hold(true)} />;
  return (
    <>
      <Action icon="step" name={w.step} act={() => tableScreen.step()} />
      <Action icon="run" name={w.continue} act={() => void tableScreen.hold(false)} />
    </>
  );
}

export function Controls({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table, look, adviser, asksBack } = tableScreen;
  const texts = w.tableScreen;
  const people = table.people > 0;
  const machines = table.seats.some((s) => !s.person) || table.hello?.dice === "own";
  const open = table.now.result === null && table.hello?.game !== undefined;
  const played = !tableScreen.study.on;
  const byTurns = table.line.ownSeat !== null;
  const endings = open && people && played ? table.hello?.endings : undefined;
  const flows = open && machines && table.may("table") && !tableScreen.look.arrowKeys.inUse;
  const isFlowSeen = flows && (!people || tableScreen.holds);
  return (
    <div class="controls" role="group" aria-label={w.actions}>
      {open && people && table.may("ask") && <Action icon="hint" name={w.hint} pressed={adviser.hinting} off={!tableScreen.canHint && !adviser.hinting} act={() => adviser.hint()} />}
      {people && played && (asksBack ? table.may("play") : table.may("undo")) && <Action icon="back" name={texts.takeBack} label={asksBack ? w.clocks.askBack : undefined} off={!tableScreen.canTakeBack} act={() => tableScreen.takeBack()} />}
      {isFlowSeen && <Flow tableScreen={tableScreen} />}
      {look.sides.canFlip && <Action icon="flip" name={texts.flip} label={w.flipBoard} act={() => look.flip()} />}
      {endings?.includes("draw") && !byTurns && <Action icon="draw" name={texts.draw} label={w.offerDraw} off={!table.asking.ask?.you} act={() => void table.say("draw offer")} />}
      {endings?.includes("resign") && <Action icon="resign" name={w.resign} off={byTurns && !table.isAsked} act={() => tableScreen.resigning.ask("resign")} />}
      <Action icon="share" name={texts.share} label={w.copyLink} act={() => void shareLink(app, tableScreen)} />
      <Menu>
        {flows && !isFlowSeen && <Flow tableScreen={tableScreen} />}
        <Choice tableScreen={tableScreen} name="sound" label={texts.sound} />
        <Choice tableScreen={tableScreen} name="coordinates" label={texts.coordinates} />
        <Choice tableScreen={tableScreen} name="confirmTouch" label={texts.confirmTouch} />
        <Choice tableScreen={tableScreen} name="singleKeys" label={texts.singleKeys} />
        {played && <TutorChoice tableScreen={tableScreen} />}
        <button class="plain" onClick={() => look.show("zen", true)}>
          {texts.zen}
        </button>
        <button class="plain" onClick={() => look.show("keysOpen", true)}>
          {texts.allKeys}
        </button>
      </Menu>
    </div>
  );
}
