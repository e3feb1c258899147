// How a tournament stands: places and shares, worked out by hand.
import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { type Pairing, type Rated, type Report, gamesAtMost, gamesOf, milestones, ranked, shareAgainst } from "./tournament_report";

const rated = (elo: number | null, points: number): Rated => ({ player: "", elo, low: null, high: null, games: 10, points });
const met = (players: number[], points: number[]): Pairing => ({ players, groups: 5, points, alike: false, strength: { normalized: null, normalized_error: null } });
const report: Report = { game: "nim", seed: 1, groups: 8, over: false, players: [rated(-20, 2), rated(30, 5), rated(10, 8)], pairings: [met([0, 1], [2, 8]), met([0, 2], [0, 10])] };

test("the strongest comes first, by points where there is no number", () => {
  deepEqual(ranked(report.players), [1, 2, 0]);
  deepEqual(ranked([rated(null, 2), rated(3, 5), rated(null, 8)]), [2, 1, 0]);
});

test("shares are those of the games between the two", () => {
  equal(shareAgainst(report, 0, 1), 0.2);
  equal(shareAgainst(report, 1, 0), 0.8);
  equal(shareAgainst(report, 0, 2), 0);
  equal(shareAgainst(report, 1, 2), null);
  equal(gamesOf(report), 20);
  equal(gamesAtMost(report), 32);
});

test("a course in few rows ends with its last point", () => {
  const course = Array.from({ length: 23 }, (_, i): [number, number] => [i + 1, i / 2]);
  deepEqual(milestones(course, 4).map(([n]) => n), [6, 12, 18, 23]);
  deepEqual(milestones(course.slice(0, 3), 10), course.slice(0, 3));
  deepEqual(milestones([[1, 5], [2, 5], [900, 6], [1000, 7]], 2), [[900, 6], [1000, 7]]);
  deepEqual(milestones([], 10), []);
});
