// No part of the site has grown by more than was agreed (bytes.txt).
import assert from "node:assert";
import { agreed, bytesOf, grown } from "../bytes.mjs";
import { test } from "./browser.mjs";

test("each part of the site has the bytes that were agreed", () => {
  const now = bytesOf();
  for (const [part, bytes] of now) console.log(`# ${part}: ${bytes}`);
  assert.deepEqual(grown(now, agreed()), []);
});

test("a part that grows by more than 3 % is named", () => {
  const before = new Map([["engine", 1000], ["styles", 1000]]);
  assert.deepEqual(grown(new Map([["engine", 1030], ["styles", 900]]), before), []);
  assert.match(grown(new Map([["engine", 1031], ["styles", 1000]]), before).join(), /^engine: 1031 bytes, agreed are 1000/);
  assert.equal(grown(new Map([["styles", 0]]), before).length, 1);
});
