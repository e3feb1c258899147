import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../model/tournament_report";
import { Tournament } from "./tournament";

const report: Report = { game: "nim", seed: 1, groups: 8, over: false, players: [], pairings: [] };

test("it is asked for until nobody looks, and what was told last stays", async () => {
  const asked: (() => void)[] = [];
  let [times, drawn] = [0, 0];
  const backend = { language: "", trouble: "", ontrouble: () => {}, table: () => ({}) as never, tournament: () => (++times === 2 ? Promise.reject(new Error("gone")) : Promise.resolve(report)) };
  const tournament = new Tournament(backend, () => drawn++, (_, then) => void asked.push(then));
  await tournament.look();
  equal(tournament.failed, "");
  await tournament.look();
  deepEqual([tournament.failed, tournament.report, drawn, asked.length], ["gone", report, 2, 2]);
  tournament.leave();
  asked[1]?.();
  equal(times, 2);
});
