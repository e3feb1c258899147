// The file of the engine: packed, and behind that the name of the build that it belongs to.
import type { LoadingFiles } from "./loading";
import { Unpacker } from "../../assets/unpack";

declare const ENGINE_BYTES: number; // these are said by build.mjs
declare const ENGINE_PACKED: number;
declare const BUILD: string;

export const ENGINE = "engine.wasm.lzma";

/** Unpacks and compiles the engine while it comes. */
export async function compile(load: () => Promise<Response>, files: LoadingFiles): Promise<{ compiled: WebAssembly.Module; build: string }> {
  const unpacker = new Unpacker(ENGINE_BYTES);
  let [got, build] = [0, ""];
  const through = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) {
      files.report(ENGINE, (got += part.length), ENGINE_PACKED);
      build = (build + String.fromCharCode(...part.subarray(-BUILD.length))).slice(-BUILD.length);
      to.enqueue(unpacker.add(part));
    },
    flush: (to) => to.enqueue(unpacker.add(new Uint8Array(), true)),
  });
  files.report(ENGINE, 0, ENGINE_PACKED);
  try {
    const answer = await load();
    if (!answer.ok) throw new Error(`${ENGINE}: ${answer.status}`);
    const bytes = (answer.body ?? new Blob().stream()).pipeThrough(through);
    const compiled = await WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
    return { compiled, build };
  } finally {
    files.end(ENGINE);
  }
}
