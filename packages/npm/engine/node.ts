// The engine in Node: files are read from the package.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Engine } from "./core";
import type { LoadOptions } from "./load";

export * from "./core";
export type * from "./load";

if (!globalThis.crypto) Object.defineProperty(globalThis, "crypto", { value: webcrypto }); // Node 18

/** Loads the engine. */
export async function load({ base = new URL("./", import.meta.url), language = "en", read }: LoadOptions = {}): Promise<Engine> {
  const at = (name: string) => new URL(name, base);
  const compiled = await WebAssembly.compile(new Uint8Array(await readFile(at("engine.wasm"))));
  const catalogue = language === "en" ? null : await readFile(at(`${language}.mo`));
  return new Engine(compiled, read ?? ((name) => readFileSync(at(name))), catalogue);
}
