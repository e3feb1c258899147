// A formula has the same bits in WebAssembly as under gcc and clang, whose number is in the test in C.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const EBADF = 8; // what WASI answers where there are no files

test("a formula has the bits that it has in a program", () => {
  const [, expected] = /hash != UINT64_C\(0x([0-9a-f]{16})\)/.exec(readFileSync("../src/formula/formula_test.c", "utf8"));
  const module = new WebAssembly.Module(readFileSync("../build/wasm/apps/wasm/formula_hash.wasm"));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => EBADF;
  const { exports } = new WebAssembly.Instance(module, imports);
  exports._initialize();
  assert.equal(BigInt.asUintN(64, exports.formula_hash()).toString(16).padStart(16, "0"), expected);
});
