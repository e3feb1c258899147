// The levels of a game, as sentences.
import type { Levels } from "./events";
import { w } from "../strings/strings";
import { local } from "./numbers";

/** How a level compares with the level below; "": it is the first one. `number` is from 1. */
export function figureOf(levels: Levels, number: number): string {
  const level = levels.of[number - 1];
  if (!level || level.figure === null) return "";
  const below = String(number - 1);
  const others = levels.match.split(" ").filter((part) => part === "-").length;
  const { figure } = w.homeTexts;
  if (levels.measure !== "score") return figure[levels.measure](local(level.figure.toFixed(levels.measure === "result" ? 1 : 0)), below);
  const percent = String(Math.round(100 * level.figure));
  return others > 1 ? figure.several(percent, below, String(others)) : figure.score(percent, below);
}
