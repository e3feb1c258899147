// Keys that do something anywhere at a table, unless a field, the board or a list has a use for them.
import { pressOnly } from "./scene_buttons";
import type { TableScreen } from "./table_screen";

/** Presses a key; true where it did something. */
export function pressKey(screen: TableScreen, key: string): boolean {
  const { table, look, adviser, tutor } = screen;
  const { arrowKeys } = look;
  const at = table.past.looking ?? table.now.ply;
  if (arrowKeys.key(key)) return true;
  const always: Record<string, () => void> = {
    ArrowLeft: () => table.past.look(at - 1),
    ArrowRight: () => table.past.look(at + 1),
    Home: () => table.past.look(table.past.frames[0]?.ply ?? 0),
    End: () => table.past.look(null),
  };
  const letters: Record<string, () => void> = {
    f: () => look.flip(),
    h: () => screen.canHint && adviser.hint(),
    u: () => screen.canTakeBack && screen.takeBack(),
    x: () => screen.canThreaten && screen.toggleThreat(),
    z: () => look.show("zen", !look.zen),
    m: () => look.set("sound", !look.settings.choices.sound),
    "?": () => look.show("keysOpen", !look.keysOpen),
  };
  if (key === "Escape" && tutor.remark?.waits) return void tutor.takeBack(), true;
  if (key === "Escape") return look.cancel();
  if (key === " ") return !screen.analysis.drawing.pen && pressOnly(table, screen.shown);
  if (arrowKeys.inUse && key.startsWith("Arrow")) return false;
  const does = always[key] ?? (look.settings.choices.singleKeys ? letters[key] : undefined);
  does?.();
  return does !== undefined;
}
