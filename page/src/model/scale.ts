// One scale for a value: points of the game, or the chance to win.

/** Of a game: the least and the most that a seat can get. */
export interface Range {
  min_return?: number;
  max_return?: number;
}

/** The chance to win, a draw counted half, where the points of a game say it: -1 is a loss, 1 a win; else null. */
export function chanceOf(points: number, { min_return, max_return }: Range): number | null {
  return min_return === -1 && max_return === 1 ? (1 + points) / 2 : null;
}

/** The part of a bar that is a seat's: a half at equality, and never all of it but for a certain win. */
export function shareOf(points: number, range: Range): number {
  return chanceOf(points, range) ?? 0.5 + (0.5 * points) / (1 + Math.abs(points));
}
