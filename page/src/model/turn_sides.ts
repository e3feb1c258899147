// Games by turns: which games people can play so, and whose turn it is.
import type { Game } from "./events";

/** 0: who began the game; 1: the friend. */
export type Side = 0 | 1;

/** Whether people can play a game by turns: two of them, who see everything, and no clock. */
export function suits(game: Game): boolean {
  return game.levels !== undefined && game.hidden_information === false && game.live === false && game.seats.min <= 2 && game.seats.max >= 2;
}

/** The side that makes the next link. */
export const sideToMove = ({ turns }: { turns: string[][] }): Side => (turns.length % 2 === 0 ? 0 : 1);

/** `seat`: of who began the game. */
export const seatOf = ({ seat }: { seat: number }, side: Side): number => (side === 0 ? seat : 1 - seat);
