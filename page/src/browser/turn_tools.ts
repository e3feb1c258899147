// What games by turns need of a browser: SHA-256, chance, and a way to make links shorter.
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

export const secret = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/** All that a stream gives, up to `most` bytes. */
async function through(bytes: Uint8Array, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = (new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream) as ReadableStream<Uint8Array>).getReader();
  let all = new Uint8Array();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const before = all;
    all = new Uint8Array(before.length + part.value.length);
    if (all.length > most) {
      void reader.cancel();
      throw new RangeError();
    }
    all.set(before);
    all.set(part.value, before.length);
  }
  return all;
}

/** A Packer of model/turns.ts; where the browser has no streams that pack, it says null. */
export const packer = {
  deflate: (bytes: Uint8Array) => (typeof CompressionStream === "function" ? through(bytes, new CompressionStream("deflate"), Infinity) : null),
  inflate: (bytes: Uint8Array, most: number) => (typeof DecompressionStream === "function" ? through(bytes, new DecompressionStream("deflate"), most) : null),
};
