// Who stands better, as a bar beside the board: its lower part belongs to who sits below.
import { shareOf } from "../model/scale";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { valueSaid } from "./marks";

export function EvaluationBar({ tableScreen }: { tableScreen: TableScreen }) {
  const { analysis: { live }, table, look } = tableScreen;
  if (!live.on || table.seats.length !== 2) return null;
  const colors = table.hello?.scene?.seats ?? [];
  const { found } = live;
  const best = found?.lines[0];
  const points = found ? (found.seat === 0 ? found.value : -found.value) : 0;
  const chance = best?.chance ?? null;
  const first = live.chances && found && chance !== null ? (found.seat === 0 ? chance : 1 - chance) : shareOf(points, found?.counts ? {} : found?.game ?? {});
  const bottom = look.sides.below ?? 0;
  const top = 1 - bottom;
  const share = bottom === 0 ? first : 1 - first;
  const said = found ? valueSaid(live, { value: points, chance: chance === null ? null : found.seat === 0 ? chance : 1 - chance }) : "–";
  return (
    <svg class="evaluation-bar" viewBox="0 0 10 100" preserveAspectRatio="none" role="img" aria-label={w.live.bar(table.called(0), said)}>
      <rect class={colors[top]?.color ?? "black"} x="0" y="0" width="10" height="100" />
      <rect class={colors[bottom]?.color ?? "white"} x="0" y={100 * (1 - share)} width="10" height={100 * share} />
      <path class="middle" d="M0 50H10" />
    </svg>
  );
}
