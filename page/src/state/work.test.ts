import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import type { Work } from "../model/work";
import { WatchedWork } from "./work";

const now: Work = {
  kind: "tournament",
  store: "a.hra",
  game: "nim",
  pieces: "groups",
  done: 0,
  of: 8,
  finished: false,
  report: { game: "nim", seed: 1, groups: 8, over: false, players: [], pairings: [] },
  here: { running: false, threads: 2, tasks: 0 },
};
const world = { language: "", trouble: "", ontrouble: () => {}, table: () => ({}) as never };

test("it is asked for until nobody looks, and the last report stays", async () => {
  const asked: (() => void)[] = [];
  let [times, drawn] = [0, 0];
  const backend = { ...world, work: () => (++times === 2 ? Promise.reject(new Error("gone")) : Promise.resolve(now)) };
  const work = new WatchedWork(backend, () => drawn++, (_, then) => void asked.push(then));
  await work.look();
  equal(work.failed, "");
  await work.look();
  deepEqual([work.failed, work.now, drawn, asked.length], ["gone", now, 2, 2]);
  work.leave();
  asked[1]?.();
  equal(times, 2);
});

test("the answer to taking part is the report, and a refusal is reported", async () => {
  const helping = { ...now, here: { ...now.here, running: true } };
  const told: boolean[] = [];
  const backend = { ...world, takePart: (yes: boolean) => (told.push(yes), yes ? Promise.resolve(helping) : Promise.reject(new Error("stopping"))) };
  const work = new WatchedWork(backend, () => {}, () => {});
  const asking = work.takePart(true);
  equal(work.asking, true);
  await asking;
  deepEqual([work.now, work.asking], [helping, false]);
  await work.takePart(false);
  deepEqual([work.now, work.failed, told], [helping, "stopping", [true, false]]);
});
