// Long work in the engine of the site: run by several workers, stopped, and resumed after a reload.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SITE } from "./static.mjs";

const compiled = new WebAssembly.Module(readFileSync(join(SITE, "engine.wasm")));
const MISSING = 44;

/** A module, as one worker of a browser has it, with the calls about work. */
function engine() {
  const nothing = () => {};
  const system = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) if (module === "wasi_snapshot_preview1") system[name] = () => MISSING;
  Object.assign(system, {
    clock_time_get: (_clock, _precision, out) => (new DataView(calls.memory.buffer).setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true), 0),
    random_get: (at, length) => (crypto.getRandomValues(new Uint8Array(calls.memory.buffer, at, length)), 0),
    environ_sizes_get: (count, size) => (new DataView(calls.memory.buffer).setUint32(count, 0, true), new DataView(calls.memory.buffer).setUint32(size, 0, true), 0),
    environ_get: () => 0,
    fd_prestat_get: () => 8, // WASI: nothing is open under this number
  });
  const hra = { event: nothing, changed: nothing, found: nothing, done: nothing };
  const calls = new WebAssembly.Instance(compiled, { hra, wasi_snapshot_preview1: system }).exports;
  calls._initialize();
  const put = (bytes) => {
    new Uint8Array(calls.memory.buffer, calls.hra_engine_room(bytes.length), bytes.length).set(bytes);
    return bytes.length;
  };
  const said = () => new Uint8Array(calls.memory.buffer, calls.hra_engine_text(), calls.hra_engine_text_length()).slice();
  const text = () => Buffer.from(said()).toString();
  return {
    open: (spec) => calls.hra_engine_work_open(put(Buffer.from(spec))),
    close: (work) => calls.hra_engine_work_close(work),
    next: (work) => (calls.hra_engine_work_next(work) === 1 ? text() : null),
    run: (work, task) => (assert.ok(calls.hra_engine_work_run(work, put(Buffer.from(task))) >= 0, text()), said()),
    add: (work, task, result, seconds = 0.01) => calls.hra_engine_work_add(work, put(Buffer.concat([Buffer.from(`${task}\0`), result])), seconds),
    saved: (work) => (assert.ok(calls.hra_engine_work_saved(work) >= 0), said()),
    restore: (work, bytes) => calls.hra_engine_work_restore(work, put(bytes)),
    giveBack: (work, task) => calls.hra_engine_work_return(work, put(Buffer.from(task))),
    report: (work) => (assert.ok(calls.hra_engine_work_report(work) > 0), JSON.parse(text())),
    text,
  };
}

/** Without what depends on the clock. */
const figures = (report) => JSON.parse(JSON.stringify(report, (key, value) => (/second/.test(key) ? undefined : value)));

const specs = {
  match: "work match\ngame tictactoe\nplayer random\nplayer greedy\ngames 400\nseed 7\n",
  rollout: "work rollout\ngame race:pieces=1,track=8\nplayer expectiminimax:depth=1\nluck no\ntrials 72\nseed 3\n",
};

for (const [kind, spec] of Object.entries(specs))
  test(`a ${kind} is stopped, and resumed after a reload`, () => {
    const alone = engine();
    const whole = alone.open(spec);
    assert.strictEqual(whole, 0, alone.text());
    for (let task; (task = alone.next(whole)) !== null; ) assert.strictEqual(alone.add(whole, task, alone.run(whole, task)), 0);

    let leader = engine();
    const helper = engine();
    let work = leader.open(spec);
    const theirs = helper.open(spec);
    const begun = [leader.next(work), leader.next(work)];
    assert.strictEqual(leader.add(work, begun[1], helper.run(theirs, begun[1])), 0); // the other one is never done
    const kept = leader.saved(work);

    leader = engine();
    work = leader.open(spec);
    assert.strictEqual(leader.restore(work, kept), kept.length);
    assert.strictEqual(leader.report(work).finished, false);
    assert.strictEqual(leader.next(work), begun[0]);
    assert.strictEqual(leader.giveBack(work, begun[0]), 0);
    for (let task; (task = leader.next(work)) !== null; ) assert.strictEqual(leader.add(work, task, helper.run(theirs, task)), 0);
    assert.strictEqual(leader.report(work).finished, true);
    assert.deepStrictEqual(figures(leader.report(work)), figures(alone.report(whole)));
    leader.close(work);
    assert.ok(leader.open(spec) >= 0, "its place is free again");
  });

test("what makes no sense is refused", () => {
  const here = engine();
  assert.ok(here.open("work nothing\ngame nim\n") < 0);
  assert.match(here.text(), /no kind of work 'nothing'/);
  assert.ok(here.open("work match\0") < 0);
  assert.strictEqual(here.next(3), null);
  const work = here.open(specs.match);
  const task = here.next(work);
  assert.ok(here.add(work, task, Buffer.from("hra-match 1\n")) < 0);
  assert.ok(here.add(work, "games 5 9", Buffer.from("")) < 0);
  assert.ok(here.restore(work, Buffer.from("something else")) < 0 || here.restore(work, Buffer.from("something else")) === 0);
  assert.strictEqual(here.report(work).done, 0);
});
