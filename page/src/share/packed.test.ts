import assert from "node:assert";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { pack, unpack } from "./packed";

const record = `hra-record 1\ngame checkers\n${"0 11-15\n1 23-19\n".repeat(40)}`;

test("a game is packed into letters of an address, and unpacked", async () => {
  const packed = await pack(record);
  assert.match(packed, /^z[\w-]+$/);
  assert.ok(packed.length < record.length / 4);
  assert.equal(await unpack(packed), record);
  assert.equal(await unpack(await pack("Žluťoučký kůň")), "Žluťoučký kůň");
});

test("what is not packed is a text as it is, and what is damaged is nothing", async () => {
  for (const text of ["1. 11-15 23-19 *", "z 1", ""]) assert.equal(await unpack(text), text);
  const packed = await pack(record);
  for (const bad of [packed.slice(0, -4), `z${packed.slice(3)}`, "zzzzzzzzzzzz"]) assert.equal(await unpack(bad), null);
});

test("what would fill the memory is refused", async () => {
  const bomb = deflateSync(Buffer.alloc(50 << 20)).toString("base64url");
  assert.equal(await unpack(`z${bomb}`), null);
});
