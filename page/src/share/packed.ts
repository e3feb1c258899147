// The text of a game as a part of an address: deflated, in letters that an address takes as they are.
import { packer } from "../browser/turn_tools";
import { fromBase64, toBase64 } from "../model/turns";

const MARK = "z"; // of a packed text; others are themselves
const LARGEST = 1 << 20; // bytes

/** The text itself in a browser that cannot pack. */
export async function pack(text: string): Promise<string> {
  const bytes = await packer.deflate(new TextEncoder().encode(text));
  return bytes ? MARK + toBase64(bytes) : text;
}

/** The text of a link; null: it is damaged, or this browser cannot unpack it. */
export async function unpack(packed: string): Promise<string | null> {
  if (!/^z[\w-]{8,}$/.test(packed)) return packed;
  const bytes = fromBase64(packed.slice(MARK.length));
  try {
    const whole = bytes && (await packer.inflate(bytes, LARGEST));
    return whole && new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return null;
  }
}
