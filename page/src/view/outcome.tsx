// How the game ended, and what can be done now.
import { Component, createRef } from "preact";
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";
import { AskAgain } from "../friend/friend_view";
import { outcomeOf } from "../model/outcome";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

interface Props {
  app: App;
  tableScreen: TableScreen;
  share: () => void;
}

/** A button that had the focus may go with the end of the play: then the outcome has it, and Tab leads on from there. */
export class Outcome extends Component<Props> {
  private readonly section = createRef<HTMLElement>();
  private shown = false;
  /** What had the focus last. */
  private last: Element | null = null;

  private readonly note = (event: FocusEvent) => {
    this.last = event.target as Element;
  };

  override componentDidMount(): void {
    document.addEventListener("focusin", this.note);
    this.shown = this.section.current !== null;
  }

  override componentWillUnmount(): void {
    document.removeEventListener("focusin", this.note);
  }

  override componentDidUpdate(): void {
    const { current } = this.section;
    if (current && !this.shown && document.activeElement === document.body && this.last?.isConnected === false) current.focus({ preventScroll: true });
    this.shown = current !== null;
  }

  override render({ app, tableScreen, share }: Props) {
    const { table, analysis: { review } } = tableScreen;
    if (!table.now.result) return null;
    const names = table.seats.map(({ seat }) => nameOf(table, seat));
    const you = table.line.ownSeat !== null ? table.line.ownSeat : table.people === 1 ? (table.seats.find((s) => s.person)?.seat ?? null) : null;
    return (
      <section class="outcome" role="status" tabIndex={-1} ref={this.section}>
        <h2>{outcomeOf(table.now.result, names, you)}</h2>
        <p class="actions">
          {table.may("ask") && !review.running && !review.review && (
            <button class="main" onClick={() => void review.start()}>
              {w.reviewStart}
            </button>
          )}
          {table.may("table") ? <button onClick={() => void app.again()}>{w.again}</button> : <AskAgain tableScreen={tableScreen} />}
          {app.turnDesk.turns && <button onClick={() => void app.again()}>{w.turns.again}</button>}
          {table.may("table") && table.seats.length === 2 && !tableScreen.friend.people && <button onClick={() => void app.again(true)}>{w.tableScreen.swap}</button>}
          <button onClick={share}>{w.tableScreen.share}</button>
        </p>
      </section>
    );
  }
}
