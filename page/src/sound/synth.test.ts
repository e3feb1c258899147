import assert from "node:assert/strict";
import test from "node:test";
import type { SoundName } from "../model/sounds";
import { render } from "./synth";

const RATE = 48_000;

for (const [name, least, most] of [["move", 0.1, 0.4], ["capture", 0.2, 0.5], ["dice", 0.4, 0.8], ["card", 0.1, 0.5], ["end", 0.8, 2.5], ["low", 0.8, 2.5]] as [SoundName, number, number][])
  test(`${name}: length, peak, no direct current, silent ends, the same each time`, () => {
    const samples = render(name, RATE);
    const seconds = samples.length / RATE;
    assert.ok(seconds >= least && seconds <= most, `${seconds} s`);
    const peak = Math.max(...samples.map(Math.abs));
    assert.ok(peak > 0.3 && peak <= 0.36, `peak ${peak}`);
    const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
    assert.ok(Math.abs(mean) < 1e-4, `mean ${mean}`);
    assert.ok(samples.every(Number.isFinite));
    assert.ok(Math.abs(samples[0] as number) < 0.01 && Math.abs(samples[samples.length - 1] as number) < 0.01);
    assert.deepEqual(render(name, RATE), samples);
  });
