// What the analysis board draws over the board: the best lines, and what a person drew.
import { type Arrow, arrowsOfMove } from "../model/advise";
import { PAWN_DIGITS, percent, signed } from "../model/numbers";
import type { Scene } from "../model/scene";
import type { Line, Live } from "../state/live";
import type { TableScreen } from "../state/table_screen";

/** A value in the one scale that is chosen. */
export function valueSaid(live: Live, { value, chance, ends }: Pick<Line, "value" | "chance" | "ends">): string {
  return ends ? ends : live.chances && chance !== null ? percent(chance, 1) : live.found?.counts ? signed(value, null, PAWN_DIGITS) : signed(Number(value.toFixed(3)), null);
}

/** What a press on a shape is about: the square or point that a man stands on; a die or a stick itself. */
export function placeOf(scene: Scene, id: string): string {
  const shape = scene.find(id);
  const place = shape?.kind === "piece" && shape.on ? scene.find(shape.on) : undefined;
  return place && (place.kind === "cell" || place.kind === "place") ? place.id : id;
}

export function marksOf({ table, analysis: { live, drawing, threat } }: TableScreen): Arrow[] {
  const { found, count } = live;
  const isSeen = table.cover.seat === null && table.past.looking === null;
  const lines = isSeen ? (found?.lines ?? []).slice(0, count) : [];
  const best = lines.flatMap((line, i): Arrow[] => {
    const way = table.asking.legal.find((legal) => legal.move === line.move);
    return way ? arrowsOfMove(way, valueSaid(live, line)).map((arrow) => ({ ...arrow, name: i === 0 ? "best" : "line" })) : [];
  });
  const threats = threat.move && isSeen ? arrowsOfMove(threat.move, "").map((arrow): Arrow => ({ ...arrow, name: "threat" })) : [];
  const drawn = drawing.marks.map((press): Arrow => ({ press, text: "", beside: 0, name: "drawn" }));
  return [...best.reverse(), ...threats, ...drawn]; // the best one lies on top
}
