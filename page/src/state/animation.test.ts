import assert from "node:assert";
import { test } from "node:test";
import { AnimationQueue } from "./animation";

test("what is to be seen is waited for, the rest is not", () => {
  const shown: number[] = [];
  const waits: (() => void)[] = [];
  const animation = new AnimationQueue<number>(
    (_, then) => waits.push(then),
    (x) => shown.push(x) > 0 && x % 2 === 0,
  );
  animation.time = 100;
  for (const x of [1, 2, 3, 4, 5]) animation.put(x);
  assert.deepEqual(shown, [1, 2]);
  waits.shift()?.();
  assert.deepEqual(shown, [1, 2, 3, 4]);
  animation.time = 0;
  waits.shift()?.();
  assert.deepEqual(shown, [1, 2, 3, 4, 5]);
});
