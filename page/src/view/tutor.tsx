// The tutor: from which loss on it speaks, and a move that it judges. What it says is fetched when it is said.
import type { TableScreen } from "../state/table_screen";
import { TUTOR_LEVELS, type TutorLevel } from "../state/tutor";
import { w } from "../strings/strings";

/** Why there is no warning here; "": there may be one. */
function whyNone({ look, table }: TableScreen): string {
  if (look.arrowKeys.inUse) return w.tableScreen.tutor.noneLive;
  return table.hello?.clock ? w.tableScreen.tutor.noneClock : "";
}

export function TutorChoice({ tableScreen }: { tableScreen: TableScreen }) {
  const { tutor } = tableScreen;
  const { label, levels } = w.tableScreen.tutor;
  const why = whyNone(tableScreen);
  if (why) return <p class="quiet">{why}</p>;
  if (!tutor.fits) return null;
  return (
    <label class="field">
      <span>{label}</span>
      <select value={tutor.level} onChange={(event) => tutor.set(event.currentTarget.value as TutorLevel)}>
        {TUTOR_LEVELS.map((level) => (
          <option key={level} value={level} selected={level === tutor.level}>
            {levels[level]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** On the board: what is drawn is not made yet. */
export function PendingView({ tableScreen: { tutor, table } }: { tableScreen: TableScreen }) {
  if (!tutor.pending || !tutor.marked || table.past.looking !== null) return null;
  return (
    <p class="pending" role="status">
      {w.tableScreen.tutor.pending(tutor.pending.said)}
    </p>
  );
}
