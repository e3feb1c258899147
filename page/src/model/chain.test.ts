import assert from "node:assert";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { CHAIN, Chain, casesOf, same, thrown } from "./chain";

const hash = async (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const filled = (byte: number) => new Uint8Array(32).fill(byte);
const outcomes = (...weights: number[]) => {
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((weight, i) => ({ move: String(i + 1), probability: weight / sum }));
};

test("each value of a chain is the hash of the next, down to its end", async () => {
  const own = new Chain(hash, filled(7), CHAIN);
  let value: Uint8Array = filled(7);
  for (let i = CHAIN; i > 3; i--) value = await hash(value);
  assert.ok(same(await own.value(3), value));
  assert.ok(same(await own.value(CHAIN), filled(7)));
  const friend = new Chain(hash, value, 3);
  assert.ok(same(await friend.value(0), await own.value(0)), "who knows value 3 knows the end");
  assert.equal(await friend.value(4), null);
  assert.equal(await own.value(CHAIN + 1), null);
  assert.equal(await own.value(-1), null);
});

test("outcomes are taken apart into equally likely cases", () => {
  assert.deepEqual(casesOf(outcomes(1, 1, 1, 1, 1, 1)), { moves: ["1", "2", "3", "4", "5", "6"], cases: [1, 1, 1, 1, 1, 1], sum: 6 });
  assert.deepEqual(casesOf([{ move: "21", probability: 2 / 36 }, { move: "11", probability: 34 / 36 }]), { moves: ["11", "21"], cases: [17, 1], sum: 18 });
  assert.equal(casesOf([{ move: "a", probability: Math.SQRT1_2 }, { move: "b", probability: 1 - Math.SQRT1_2 }]), null);
});

/** The same as the page, from its description alone. */
function witness(a: Uint8Array, b: Uint8Array, block: number, sum: number): { number: number; next: number } {
  for (let at = block; ; at++) {
    const sha = createHash("sha256").update(a).update(b);
    if (at > 0) {
      const tail = Buffer.alloc(4);
      tail.writeUInt32BE(at);
      sha.update(tail);
    }
    const bytes = sha.digest();
    for (let i = 0; i < 32; i += 4) {
      const number = bytes.readUInt32BE(i);
      if (number < Math.floor(2 ** 32 / sum) * sum) return { number: number % sum, next: at + 1 };
    }
  }
}

test("throws are those of an independent program, by rejection", async () => {
  const rare = outcomes(...Array<number>(19_683).fill(1)).map(({ probability }, i) => ({ move: String(i).padStart(5, "0"), probability }));
  for (let i = 0; i < 40; i++) {
    const [a, b] = [filled(i), filled(255 - i)];
    const die = await thrown(hash, a, b, i % 3, outcomes(1, 1, 1, 1, 1, 1));
    const wanted = witness(a, b, i % 3, 6);
    assert.deepEqual(die, { move: String(wanted.number + 1), next: wanted.next });
    if (i < 4) assert.equal((await thrown(hash, a, b, 0, rare))?.move, String(witness(a, b, 0, 19_683).number).padStart(5, "0"));
  }
});

test("numbers above the last multiple of the cases are rejected", async () => {
  const high = async (bytes: Uint8Array) => (bytes.length === 64 ? new Uint8Array(32).fill(255) : new Uint8Array(32));
  assert.deepEqual(await thrown(high, filled(1), filled(2), 0, outcomes(1, 1, 1)), { move: "1", next: 2 }, "2^32 - 1 is the last number, which is left over");
  assert.deepEqual(await thrown(high, filled(1), filled(2), 0, outcomes(1, 1)), { move: "2", next: 1 }, "nothing is left over of two cases");
});

test("dice are fair", async () => {
  const counts = Array<number>(6).fill(0);
  for (let i = 0; i < 6000; i++) counts[Number((await thrown(hash, filled(i & 255), filled(i >> 8), i, outcomes(1, 1, 1, 1, 1, 1)))?.move) - 1]!++;
  const chi = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  assert.ok(chi < 20.5, `chi-squared ${chi}, of which 20.5 is exceeded once in a thousand`); // 5 degrees of freedom; no chance: the values are fixed
});
