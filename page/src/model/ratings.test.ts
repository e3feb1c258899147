// Ratings against a program of another language, and two players worked out by hand.
import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { type Met, rate } from "./ratings";

const met = (i: number, k: number, wins: number, draws: number, losses: number): Met => ({ players: [i, k], wins, draws, losses });
const near = (told: number | null | undefined, wanted: number, off: number) => ok(told != null && Math.abs(told - wanted) <= off, `${told} for ${wanted}`);

test("of two players the ratings are those of their share", () => {
  const [one, two] = rate(2, [met(0, 1, 30, 20, 10)]);
  near(one?.elo, 200 * Math.log10(2), 1e-6); // 2/3 of the points
  near(two?.elo, -200 * Math.log10(2), 1e-6);
  const variance = 60 * ((30 + 5) / 60 - (2 / 3) ** 2);
  const half = (1.96 * 400 * Math.sqrt(variance)) / (60 * (2 / 3) * (1 / 3)) / Math.LN10 / 2;
  near((one?.high ?? 0) - (one?.elo ?? 0), half, 1e-6);
});

test("three players have the ratings that hra tournament prints in docs/tournaments.md", () => {
  const [random, greedy, minimax] = rate(3, [met(2, 1, 0, 2, 0), met(2, 0, 183, 17, 0), met(1, 0, 98, 51, 51)]);
  near(minimax?.elo, 320.4, 0.06);
  near(greedy?.elo, -117, 0.06);
  near(random?.elo, -203.4, 0.06);
  const widths = [[random, 32.1 + 28.5], [greedy, 43.9 + 37.5], [minimax, 55.6 + 57.7]] as const; // by 200 resamples there
  for (const [of, width] of widths) near((of?.high ?? 0) - (of?.low ?? 0), width, 0.2 * width);
});

test("who has won or lost all has no number, and the others are rated without", () => {
  const [best, one, two] = rate(3, [met(0, 1, 10, 0, 0), met(0, 2, 10, 0, 0), met(1, 2, 5, 0, 5)]);
  deepEqual(best, { elo: null, low: null, high: null });
  near(one?.elo, 0, 1e-9);
  near(two?.elo, 0, 1e-9);
  equal(rate(2, [met(0, 1, 3, 0, 0)])[1]?.elo, null);
  deepEqual(rate(2, []).map((r) => r.elo), [null, null]);
});
