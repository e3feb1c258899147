// The text of a game as a part of an address: deflated, in letters that an address takes as they are.

const MARK = "z"; // of a packed text; others are themselves
const LARGEST = 1 << 20; // bytes

/** All that comes; null: more than a game has. */
async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > LARGEST) return reader.cancel().then(() => null);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** The text itself in a browser that cannot pack, and where it is too large. */
export async function pack(text: string): Promise<string> {
  if (typeof CompressionStream === "undefined") return text;
  const bytes = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate")));
  if (!bytes) return text;
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return MARK + letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text of a link; null: it is damaged, or this browser cannot unpack it. */
export async function unpack(packed: string): Promise<string | null> {
  if (!/^z[\w-]{8,}$/.test(packed)) return packed;
  try {
    const letters = atob(packed.slice(MARK.length).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const whole = await collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
    return whole && new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return null;
  }
}
