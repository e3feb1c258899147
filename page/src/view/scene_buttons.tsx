// Buttons of the scene stand below the board, large enough for a finger.
import { SymbolView } from "../board/symbol";
import { symbolOf } from "../model/symbols";
import type { Shape } from "../model/shapes";
import type { Scene } from "../model/scene";
import { capital } from "../model/said";
import { buttonsOf, canPress } from "../state/scene_buttons";
import type { Table } from "../state/table";
import { w } from "../strings/strings";

/** The symbol of a button in place of its text. */
function Face({ shape, scene }: { shape: Shape; scene: Scene }) {
  const symbol = symbolOf(scene.board, shape);
  if (!symbol) return <>{capital(shape.text || shape.name)}</>;
  const [width, height] = symbol.box;
  return (
    <svg class="board face" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <SymbolView symbol={symbol} box={{ x: 0, y: 0, w: width, h: height }} color={scene.color(shape.owner)} />
    </svg>
  );
}

export function SceneButtons({ table, scene }: { table: Table; scene: Scene | null }) {
  const buttons = buttonsOf(table, scene);
  const { input } = table.asking;
  if (!scene || buttons.length === 0) return null;
  return (
    <div class="buttons" role="group" aria-label={w.actions}>
      {buttons.map((s) => {
        const times = input.chosen.filter((id) => id === s.id).length;
        const isMain = input.counts ? s.id === "done" && canPress(table, s.id) : buttons.length === 1;
        const is = times === 0 ? (isMain ? "main" : undefined) : input.counts ? "counted" : "pressed";
        return (
          <button
            key={s.id}
            data-id={s.id}
            class={is}
            aria-pressed={input.counts ? undefined : times > 0}
            aria-label={input.counts && times > 0 ? `${s.name}: ${times}` : s.name}
            disabled={!canPress(table, s.id)}
            onClick={() => table.press(s.id)}
          >
            <Face shape={s} scene={scene} />
            {input.counts && times > 0 && <span class="times">×{times}</span>}
          </button>
        );
      })}
      {input.counts && (
        <button aria-disabled={input.chosen.length === 0} onClick={() => table.unpress()}>
          {w.tableScreen.clear}
        </button>
      )}
    </div>
  );
}
