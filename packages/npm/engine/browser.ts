// The engine in a browser: files are fetched from where the bundler has put them.
import { Engine } from "./core";
import type { LoadOptions } from "./load";

export * from "./core";
export type * from "./load";

/** Written out for bundlers, which look for this form. */
const urls: Record<string, URL> = {
  "engine.wasm": new URL("./engine.wasm", import.meta.url),
  "cs.mo": new URL("./cs.mo", import.meta.url),
  "backgammon.learnt": new URL("./backgammon.learnt", import.meta.url),
  "checkers.learnt": new URL("./checkers.learnt", import.meta.url),
  "checkers.book": new URL("./checkers.book", import.meta.url),
};

async function fetched(url: URL): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The engine waits for a file that it needs, in a worker and outside of one: so each byte comes as a letter. */
function readNow(url: URL): Uint8Array | null {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  return request.status === 200 ? Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff) : null;
}

/** Loads the engine. */
export async function load({ base, language = "en", read }: LoadOptions = {}): Promise<Engine> {
  const at = (name: string): URL => (base === undefined ? urls[name] : undefined) ?? new URL(name, new URL(base ?? "./", base === undefined ? import.meta.url : document.baseURI));
  const compiled = await WebAssembly.compile((await fetched(at("engine.wasm"))) as BufferSource);
  const catalogue = language === "en" ? null : await fetched(at(`${language}.mo`));
  return new Engine(compiled, read ?? ((name) => readNow(at(name))), catalogue);
}
