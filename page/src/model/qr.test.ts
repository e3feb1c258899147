import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrCode, qrPath } from "./qr";

const LINK = "http://127.0.0.1:8470/#s=0123456789abcdef0123456789abcdef";

/** As qrencode writes it: qrencode -8 -l M -m 0 -t ASCII -o - TEXT */
function drawn(text: string): string {
  return (qrCode(text) as boolean[][]).map((row) => row.map((dark) => (dark ? "##" : "  ")).join("")).join("\n") + "\n";
}

const grown = (length: number) => LINK.repeat(4).slice(0, length);

test("codes are those of qrencode 4.1.1", () => {
  const known: [string, number, string][] = [
    [grown(12), 21, "0610da9057eff90bf858ae1c881e7f334ecd08699646c80eeca87f5c687b0ec3"],
    [grown(26), 25, "4b50a92169017c8eebb79b1e2dcdb554d2496935f2929a69e43a242d027274e0"],
    [grown(40), 29, "a758197796167a9b8db33c200e4ddd0c4027ddc02eb1682c064ab923581337af"],
    [grown(62), 33, "6cd1c06aaf088f1a9e4f109380c2ca4b1c085462f45d4b4a6701e29195288983"],
    [grown(82), 37, "a82f2c715e5e025d02477af62936d6c1493be1362827847af74ac1ab933bbc41"],
    [grown(106), 41, "5042c44abb7309ebd6168aa64a1a86b18bc4019d9a7c6fdf86ae06f90730fbce"],
    [grown(122), 45, "9d3599f95662cd849f769d9692ae6cfb98cd32f9d9c2f4a279027917ba13ff5a"],
    [grown(152), 49, "6587afcefde8648df7126066ef08943d141d1638ea1c7f6974c0ad3fcecc808f"],
    [grown(180), 53, "ad3e98052a80638d9c51d29d8d0dab6205f38f6d7136bdcaa7466147fe53998e"],
    [grown(213), 57, "afb473bdaaecaf282096541419c3fd3139d24cb52cdd44db25f63ae140a16661"],
  ];
  for (const [text, size, hash] of known) {
    assert.equal((qrCode(text) as boolean[][]).length, size, text);
    assert.equal(createHash("sha256").update(drawn(text)).digest("hex"), hash, text);
  }
});

test("what is too long, or no ASCII, has no code", () => {
  assert.equal(qrCode(grown(214)), null);
  assert.equal(qrCode("č"), null);
});

test("a path draws each dark module once", () => {
  const dark = qrCode(LINK) as boolean[][];
  const drawn = [...qrPath(dark).matchAll(/M\d+ \d+h(\d+)v1h-(\d+)z/g)];
  assert.equal(drawn.reduce((sum, [, run]) => sum + Number(run), 0), dark.flat().filter(Boolean).length);
});

test("another program reads each length (zbarimg, skipped where there is none)", (t) => {
  if (spawnSync("zbarimg", ["--version"]).error) return t.skip("zbarimg is not installed");
  for (let length = 1; length <= 213; length += 7) {
    const dark = qrCode(grown(length)) as boolean[][];
    const [zoom, edge] = [4, 4];
    const size = zoom * (dark.length + 2 * edge);
    const pixels = Buffer.alloc(size * size, 255);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (dark[Math.floor(y / zoom) - edge]?.[Math.floor(x / zoom) - edge]) pixels[y * size + x] = 0;
    const image = Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), pixels]);
    const read = spawnSync("zbarimg", ["-q", "--raw", "-"], { input: image, encoding: "utf8" });
    assert.equal(read.stdout.trim(), grown(length), `${length} bytes`);
  }
});
