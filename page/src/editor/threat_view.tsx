// What the other seat threatens: on the analysis board, and beside the adviser of a game that is played.
import type { TableScreen } from "../state/table_screen";
import { moveSaid } from "../model/said";
import { w } from "../strings/strings";

/** What the other seat would do if it were to move. */
export function ThreatView({ tableScreen }: { tableScreen: TableScreen }) {
  const { threat } = tableScreen.analysis;
  const { looking } = tableScreen.table.past;
  if (!tableScreen.canThreaten) return null;
  return (
    <>
      <label class="check">
        <input type="checkbox" aria-keyshortcuts="x" checked={threat.on} onChange={() => tableScreen.toggleThreat()} />
        {w.live.threat} <kbd aria-hidden="true">x</kbd>
      </label>
      {threat.on && (
        <p class="live-threat" role="status">
          {threat.failed || (threat.running ? w.live.thinks : threat.move && looking === null ? w.live.threatIs(moveSaid(threat.move)) : w.live.noThreat)}
        </p>
      )}
    </>
  );
}
