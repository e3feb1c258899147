import assert from "node:assert";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { readFile } from "./file_text";

const CZECH = '[White "Tomáš Ř. 🎲"]\r\n1. 11-15 *\r\n';
const bytes = (...list: number[]) => Uint8Array.from(list);
const read = (data: Uint8Array | string) => readFile(new Blob([typeof data === "string" ? data : new Uint8Array(data)]));

/** UTF-16 with a mark, by Node's encoder. */
const utf16 = (text: string, big: boolean) => {
  const data = Buffer.from(`\ufeff${text}`, "utf16le");
  return big ? data.swap16() : data;
};

test("a file is read in the encoding that its mark or its bytes say", async () => {
  for (const data of [CZECH, `\ufeff${CZECH}`, utf16(CZECH, false), utf16(CZECH, true)]) assert.deepEqual(await read(data), { text: CZECH, guessed: "" });
  assert.deepEqual(await read(""), { text: "", guessed: "" });
});

test("bytes that are not UTF-8 are Windows-1252, all of them", async () => {
  const latin1 = Buffer.from("é René Jörg", "latin1");
  assert.deepEqual(await read(latin1), { text: "é René Jörg", guessed: "windows-1252" });
  const mixed = Buffer.concat([Buffer.from("é"), latin1]);
  assert.deepEqual(await read(mixed), { text: "Ã©é René Jörg", guessed: "windows-1252" });
  assert.deepEqual(await read(bytes(0x80, 0x93, 0x81, 0x41)), { text: "€“\ufffdA", guessed: "windows-1252" });
});

test("a character that the end cuts off does not make another encoding of all that came before it", async () => {
  assert.deepEqual(await read(Buffer.from("č é").subarray(0, -1)), { text: "č \ufffd", guessed: "" });
  assert.deepEqual(await read(Buffer.from("caf\xe9", "latin1")), { text: "café", guessed: "windows-1252" });
});

test("gzip is unpacked, whatever the name", async () => {
  const packed = gzipSync(CZECH);
  assert.deepEqual(await read(packed), { text: CZECH, guessed: "" });
  await assert.rejects(read(packed.subarray(0, -9)), /damaged/);
  await assert.rejects(read(Buffer.concat([packed.subarray(0, 20), packed.subarray(22)])), /damaged/);
  await assert.rejects(read(bytes(0x28, 0xb5, 0x2f, 0xfd, 0)), /zstd/);
  await assert.rejects(read(gzipSync(Buffer.alloc(65 << 20))), /64 MiB/);
});
