// The text of a file that a person chooses, in whatever encoding, packed or not: as hra/input.h reads files.
import { w } from "../strings/strings";

export interface FileText {
  text: string;
  /** The encoding, if neither the file nor its bytes name one: the page should report it. */
  guessed: string;
}

/** More is no file of games, and would fill the browser's memory. */
const LARGEST = 64 << 20;

const startsWith = (bytes: Uint8Array, ...front: number[]) => front.every((byte, i) => bytes[i] === byte);

class TooLarge extends Error {}

/** All that a stream gives; fails where it is damaged, or longer than the largest file. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > LARGEST) {
      void reader.cancel();
      throw new TooLarge(w.fileTooLarge(LARGEST >> 20));
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) throw new Error(w.fileZstd);
  if (!startsWith(bytes, 0x1f, 0x8b)) return bytes;
  try {
    return await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  } catch (error) {
    throw error instanceof TooLarge ? error : new Error(w.fileDamaged);
  }
}

/** UTF-8, in which the end may cut off the last of several characters; null: it is not UTF-8. */
function readUtf8(bytes: Uint8Array): string | null {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: true });
    try {
      return text + decoder.decode();
    } catch {
      return /[^\0-\x7f]/.test(text) ? `${text}\ufffd` : null;
    }
  } catch {
    return null;
  }
}

/** Bytes 80 to 9F of Windows-1252; the five that stand for nothing are controls for a browser's own decoder. */
const HIGH = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ";

function readWindows1252(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 1 << 13) text += String.fromCharCode(...bytes.subarray(at, at + (1 << 13)));
  return text.replace(/[\x80-\x9f]/g, (byte) => HIGH[byte.charCodeAt(0) - 0x80] ?? byte);
}

export function decode(bytes: Uint8Array): FileText {
  if (startsWith(bytes, 0xff, 0xfe)) return { text: new TextDecoder("utf-16le").decode(bytes), guessed: "" };
  if (startsWith(bytes, 0xfe, 0xff)) return { text: new TextDecoder("utf-16be").decode(bytes), guessed: "" };
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { text: new TextDecoder().decode(bytes), guessed: "" };
  const text = readUtf8(bytes);
  return text === null ? { text: readWindows1252(bytes), guessed: "windows-1252" } : { text, guessed: "" };
}

export async function readFile(file: Blob): Promise<FileText> {
  return decode(await unpack(await bytesOf(file.stream())));
}
