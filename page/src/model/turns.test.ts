import assert from "node:assert";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { LIMITS, type Packer, type TurnsPlay, compare, fromBase64, pack, revealed, talkOf, toBase64, unpack } from "./turns";

const packer: Packer = {
  deflate: async (bytes) => new Uint8Array(deflateSync(bytes)),
  inflate: async (bytes, most) => new Uint8Array(inflateSync(bytes, { maxOutputLength: most })),
};
const plain: Packer = { deflate: () => null, inflate: () => null };
const id = "0123456789abcdef";
const checkers: TurnsPlay = { id, game: "checkers", seat: 0, turns: [["9-14"], ["22-18"], ["5-9"]], ends: ["", ""], values: ["", ""] };
const value = (byte: number) => toBase64(new Uint8Array(32).fill(byte));
const race: TurnsPlay = { id, game: "race:seats=2", seat: 1, turns: [[], [], ["off-1", "1-4"]], ends: [value(1), value(2)], values: [value(3), value(4)] };
/** A link of these bytes, whatever they are. */
function raw(text: string | Uint8Array, version = 1, flags = 0): string {
  const bytes = Buffer.from(text as string);
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  const head = Buffer.from([version, flags, 0, 0, 0, 0]);
  head.writeUInt32BE(sum, 2);
  return Buffer.concat([head, bytes]).toString("base64url");
}

test("base64url is that of others, and nothing else is read", () => {
  for (let n = 0; n < 70; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) & 255);
    assert.equal(toBase64(bytes), Buffer.from(bytes).toString("base64url"));
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
  }
  for (const text of ["a", "ab cd", "a+b/", "ab==", "č"]) assert.equal(fromBase64(text), null, text);
});

test("a game comes out of its link as it went in", async () => {
  for (const play of [checkers, race, { ...race, turns: [[]], ends: [value(1), ""], values: [value(1), ""] } as TurnsPlay])
    for (const by of [packer, plain]) assert.deepEqual(await unpack(await pack(play, by), by), play);
  assert.deepEqual(await unpack(await pack(checkers, plain), packer), checkers, "a browser that cannot pack writes links for all");
  const long = { ...checkers, turns: Array.from({ length: 120 }, (_, i) => [`${(i % 31) + 1}-${((i * 7) % 31) + 1}`]) };
  assert.ok((await pack(long, packer)).length < 700, "120 moves of checkers fit a short link");
});

test("an offer stands until the other side moves, and marks its link for older pages", async () => {
  assert.deepEqual(talkOf([["!name Anna", "!draw", "9-14"]]), { offer: 0, names: ["Anna", ""] });
  assert.equal(talkOf([["!draw", "9-14"], ["!name Ben"]]).offer, 0);
  assert.equal(talkOf([["!draw", "9-14"], ["22-18"]]).offer, null);
  assert.equal(talkOf([["!draw", "9-14"], ["!draw", "22-18"]]).offer, 1);
  const talking = { ...checkers, turns: [["!draw", "9-14"]] };
  assert.deepEqual(await unpack(await pack(talking, plain), plain), talking);
  assert.deepEqual([fromBase64(await pack(talking, plain))?.[1], fromBase64(await pack(checkers, plain))?.[1]], [4, 0]);
});

test("each way in which a text fails to be a link has a fault of its own", async () => {
  const good = await pack(race, packer);
  assert.equal(await unpack("", packer), "damaged");
  assert.equal(await unpack("!!", packer), "damaged");
  assert.equal(await unpack(raw("", 2), packer), "newer");
  assert.equal(await unpack(raw("", 1, 9), packer), "newer");
  assert.equal(await unpack("A".repeat(LIMITS.link + 4), packer), "too-long");
  assert.equal(await unpack(await pack({ ...checkers, turns: Array(50).fill(["9-14"]) }, packer), plain), "old-browser");
  assert.equal(await unpack(raw(deflateSync("a".repeat(10 * LIMITS.text)), 1, 1), packer), "damaged", "what would fill the memory is cut off");
  for (let cut = 0; cut < good.length; cut++) assert.equal(typeof (await unpack(good.slice(0, cut), packer)), "string", `the first ${cut} characters`);
  const bad: Record<string, string> = {
    "no id": "\n0nim\nb2",
    "no turns": `${id}\n0nim`,
    "a seat that there is not": `${id}\n2nim\nb2`,
    "no game": `${id}\n0\nb2`,
    "a line in a move": `${id}\n0nim\nb2\rb3`,
    "an empty move": `${id}\n0nim\nb2\t`,
    "a long move": `${id}\n0nim\n${"b".repeat(LIMITS.decision + 1)}`,
    "many turns": `${id}\n0nim${"\nb2".repeat(LIMITS.turns + 1)}`,
    "many moves": `${id}\n0nim\n${"b\t".repeat(LIMITS.decisions)}b`,
  };
  for (const [what, text] of Object.entries(bad)) assert.equal(await unpack(raw(text), packer), "damaged", what);
  assert.equal(await unpack(raw(Buffer.concat([Buffer.from(`${id}\n0nim\n`), Buffer.from([0xff])])), packer), "damaged", "no UTF-8");
  assert.equal(await unpack(raw(`${id}\n0nim\nb2`, 1, 2), packer), "damaged", "chains are promised that do not come");
});

test("a link is compared with what is known", () => {
  const turns = (...all: string[][]) => ({ ...checkers, turns: all });
  assert.deepEqual(compare(checkers, turns(...checkers.turns, ["18-15"])), { is: "new" });
  assert.deepEqual(compare(checkers, turns(["9-14"])), { is: "older" });
  assert.deepEqual(compare(checkers, checkers), { is: "same" });
  assert.deepEqual(compare(checkers, turns(["9-14"], ["22-17"], ["5-9"])), { is: "differs", turn: 2 });
  assert.deepEqual(compare(checkers, { ...checkers, game: "nim" }), { is: "differs", turn: 0 });
  assert.deepEqual(compare(race, { ...race, ends: [value(1), value(9)] }), { is: "differs", turn: 0 });
  assert.deepEqual(compare({ ...race, turns: [[]], ends: [value(1), ""] }, race), { is: "new" });
});

test("each link but the first reveals the value of its number", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((n) => revealed(0, n)), [0, 0, 0, 3, 3, 5]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((n) => revealed(1, n)), [0, 0, 2, 2, 4, 4]);
});
