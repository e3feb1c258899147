// Keys that do something anywhere at a table, and the sheet that lists them.
import { Component } from "preact";
import type { TableScreen } from "../state/table_screen";
import { pressKey } from "../state/table_keys";
import { Icon } from "./icons";
import { w } from "../strings/strings";

/** What has a use for keys itself. */
const OWN = "input, textarea, select, [contenteditable], [role=tree], .scroll, .tree-panel";

/** What the space bar presses or scrolls itself. */
const PRESSED = "button, summary, a, .played, .lines";

export class Keys extends Component<{ tableScreen: TableScreen }> {
  override componentDidMount(): void {
    document.addEventListener("keydown", this.onKey);
  }

  override componentWillUnmount(): void {
    document.removeEventListener("keydown", this.onKey);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && (event.shiftKey || event.repeat)) return; // it scrolls back, or is still held down
    if (event.target instanceof Element && event.target.closest(event.key === " " ? `${OWN}, ${PRESSED}` : OWN)) return;
    if (pressKey(this.props.tableScreen, event.key)) event.preventDefault();
  };

  override render({ tableScreen }: { tableScreen: TableScreen }) {
    const { look } = tableScreen;
    if (!look.keysOpen) return null;
    const { keys, keysTitle, close } = w.tableScreen;
    const letters = look.settings.choices.singleKeys ? (["f", "h", "u", "x", "z", "m"] as const).filter((key) => key !== "x" || tableScreen.canThreaten).map((key): [string[], string] => [[key], keys[key]]) : [];
    const rows: [string[], string][] = [[["Home", "End"], keys.ends], [[keys.space], keys.only], ...letters, [["Esc"], keys.escape]];
    if (!look.arrowKeys.inUse) rows.unshift([["←", "→"], keys.past]);
    if (letters.length > 0) rows.push([["?"], keys.help]);
    return (
      <section class="key-sheet" role="dialog" aria-label={keysTitle}>
        <h2>{keysTitle}</h2>
        <button class="plain close" aria-label={close} onClick={() => look.show("keysOpen", false)}>
          <Icon name="close" />
        </button>
        <dl>
          {rows.map(([signs, what]) => (
            <div key={what}>
              <dt>
                {signs.map((sign) => (
                  <kbd key={sign}>{sign}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p class="quiet">{look.arrowKeys.inUse ? keys.steps : keys.board}</p>
        <p class="quiet">{keys.wheel}</p>
      </section>
    );
  }
}
