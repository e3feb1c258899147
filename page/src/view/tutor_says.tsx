// What the tutor says: of a move that is not made yet, and of one that is.
import { Component, createRef } from "preact";
import type { Cost } from "../model/events";
import { amount, percent } from "../model/numbers";
import { bestSaid, lineSaid, moveSaid } from "../model/said";
import { chanceOf, type Range } from "../model/scale";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";

/** A loss by the one scale of the page: chance to win, or points. */
function lossSaid({ loss, unit }: Cost, game: Range): string {
  const { chance, points } = w.tableScreen.tutor;
  if (unit === "probability") return chance(percent(loss, 1));
  const whole = chanceOf(loss, game) === null ? null : loss / 2;
  return whole === null ? points(amount(loss, null)) : chance(percent(whole, 1));
}

/** The question whether a costly move is made. It takes the focus, and gives it back. */
class Warning extends Component<{ tableScreen: TableScreen }> {
  private readonly play = createRef<HTMLButtonElement>();
  private before: Element | null = null;

  override componentDidMount(): void {
    this.before = document.activeElement;
    this.play.current?.focus();
  }

  override componentWillUnmount(): void {
    if (this.before instanceof HTMLElement || this.before instanceof SVGElement) if (this.before.isConnected) this.before.focus();
  }

  override render({ tableScreen: { tutor, table } }: { tableScreen: TableScreen }) {
    const texts = w.tableScreen.tutor;
    const { remark } = tutor;
    if (!remark) return null;
    const { cost } = remark;
    const ofGrade = cost.grade ? texts.grades[cost.grade] : texts.costly;
    return (
      <section class="asks tutor" onKeyDown={(event) => void (event.key === "Enter" && event.repeat && event.preventDefault())}>
        <span>{texts.warns(ofGrade, moveSaid(cost), lossSaid(cost, table.hello?.game ?? {}))}</span>
        <button ref={this.play} onClick={() => void tutor.keep()}>
          {texts.play}
        </button>
        <button class="main" aria-keyshortcuts="Escape" onClick={() => void tutor.takeBack()}>
          {texts.another}
        </button>
      </section>
    );
  }
}

/** What it says of a move that is made. */
function Said({ tableScreen: { tutor, table } }: { tableScreen: TableScreen }) {
  if (!tutor.remark) return null;
  const { cost } = tutor.remark;
  return (
    <section class="asks tutor">
      <span>
        {w.tutorSays(moveSaid(cost), lossSaid(cost, table.hello?.game ?? {}), bestSaid(cost))} {lineSaid(cost).length > 1 && w.tutorLine(lineSaid(cost).join(" "))}
      </span>
      {tutor.canTakeBack && (
        <button class="main" onClick={() => void tutor.takeBack()}>
          {w.takeBack}
        </button>
      )}
      <button onClick={() => void tutor.keep()}>{w.keepMove}</button>
    </section>
  );
}

export function TutorSays({ tableScreen }: { tableScreen: TableScreen }) {
  return tableScreen.tutor.remark?.waits ? <Warning tableScreen={tableScreen} /> : <Said tableScreen={tableScreen} />;
}
