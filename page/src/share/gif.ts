// Animated pictures: GIF89a, one palette for all frames, and of each frame only what has changed.

/** The colours of a picture: 256 at most, the last of which is "as it was". */
interface Palette {
  colors: number[];
  /** The index of a colour of 15 bits; -1: not looked up yet. */
  index: Int16Array;
}

const CLEAR = 255;
const key = (r: number, g: number, b: number) => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The most frequent colours of some frames, as far as they differ in 15 bits; each is a mean of those that do not. */
export function paletteOf(frames: readonly Uint8ClampedArray[]): Palette {
  const count = new Uint32Array(1 << 15);
  const sum = new Float64Array(3 << 15);
  for (const pixels of frames)
    for (let i = 0; i < pixels.length; i += 4) {
      const k = key(pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number);
      count[k]!++;
      for (let c = 0; c < 3; c++) sum[3 * k + c]! += pixels[i + c] as number;
    }
  const frequent = [...count.keys()].filter((k) => count[k]! > 0).sort((a, b) => count[b]! - count[a]!).slice(0, CLEAR);
  const colors = frequent.flatMap((k) => [0, 1, 2].map((c) => Math.round(sum[3 * k + c]! / count[k]!)));
  const index = new Int16Array(1 << 15).fill(-1);
  frequent.forEach((k, i) => (index[k] = i));
  return { colors, index };
}

/** The nearest colour of the palette. */
function indexOf({ colors, index }: Palette, r: number, g: number, b: number): number {
  const k = key(r, g, b);
  if (index[k]! >= 0) return index[k]!;
  let [best, least] = [0, Infinity];
  for (let i = 0; i < colors.length / 3; i++) {
    const far = (colors[3 * i]! - r) ** 2 + (colors[3 * i + 1]! - g) ** 2 + (colors[3 * i + 2]! - b) ** 2;
    if (far < least) [best, least] = [i, far];
  }
  return (index[k] = best);
}

/** Bytes that grow. */
class Bytes {
  private data = new Uint8Array(1 << 16);
  private length = 0;

  add(...bytes: number[]): void {
    if (this.length + bytes.length > this.data.length) {
      const more = new Uint8Array(2 * this.data.length);
      more.set(this.data);
      this.data = more;
    }
    for (const byte of bytes) this.data[this.length++] = byte;
  }

  words(...all: number[]): void {
    for (const n of all) this.add(n & 255, n >> 8);
  }

  text(text: string): void {
    for (const c of text) this.add(c.charCodeAt(0));
  }

  get whole(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

/** Codes of 9 to 12 bits, in blocks of 255 bytes. */
function pack(pixels: Uint8Array, out: Bytes): void {
  const block: number[] = [];
  let [bits, have, size, next] = [0, 0, 9, 258];
  let known = new Map<number, number>();
  const flush = () => {
    out.add(block.length, ...block);
    block.length = 0;
  };
  const put = (code: number) => {
    bits |= code << have;
    for (have += size; have >= 8; have -= 8, bits >>>= 8) {
      block.push(bits & 255);
      if (block.length === 255) flush();
    }
  };
  out.add(8);
  put(256);
  let run = pixels[0] as number;
  for (let i = 1; i < pixels.length; i++) {
    const pair = (run << 8) | (pixels[i] as number);
    const code = known.get(pair);
    if (code !== undefined) {
      run = code;
      continue;
    }
    put(run);
    if (next === 4096) {
      put(256);
      [size, next, known] = [9, 258, new Map()];
    } else {
      if (next === 1 << size) size++;
      known.set(pair, next++);
    }
    run = pixels[i] as number;
  }
  put(run);
  if (next === 1 << size && size < 12) size++;
  put(257);
  if (have > 0) block.push(bits & 255);
  if (block.length > 0) flush();
  out.add(0);
}

interface Part {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The least box in which two frames differ; one pixel where they do not. */
export function changed(before: Uint8Array, now: Uint8Array, width: number): Part {
  let [left, right, top, below] = [width, -1, Infinity, -1];
  for (let i = 0; i < now.length; i++) {
    if (before[i] === now[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, below] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(below, y)];
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x: left, y: top, w: right - left + 1, h: below - top + 1 };
}

export class Gif {
  private readonly out = new Bytes();
  private before: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    height: number,
    private readonly palette: Palette,
  ) {
    const { out } = this;
    out.text("GIF89a");
    out.words(width, height);
    out.add(0xf7, 0, 0);
    out.add(...palette.colors, ...Array<number>(3 * 256 - palette.colors.length).fill(0));
    out.add(0x21, 0xff, 11);
    out.text("NETSCAPE2.0");
    out.add(3, 1, 0, 0, 0); // again and again
  }

  /** Adds a frame that is shown for `time` hundredths of a second. */
  add(pixels: Uint8ClampedArray, time: number): void {
    const { out, width, palette, before } = this;
    const now = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < now.length; i++) now[i] = indexOf(palette, pixels[4 * i] as number, pixels[4 * i + 1] as number, pixels[4 * i + 2] as number);
    const { x, y, w, h } = before ? changed(before, now, width) : { x: 0, y: 0, w: width, h: now.length / width };
    const part = new Uint8Array(w * h);
    for (let i = 0; i < part.length; i++) {
      const at = (y + Math.floor(i / w)) * width + x + (i % w);
      part[i] = before && before[at] === now[at] ? CLEAR : (now[at] as number);
    }
    out.add(0x21, 0xf9, 4, 0x05); // what was there stays, and shows through
    out.words(time);
    out.add(CLEAR, 0);
    out.add(0x2c);
    out.words(x, y, w, h);
    out.add(0);
    pack(part, out);
    this.before = now;
  }

  end(): Uint8Array<ArrayBuffer> {
    this.out.add(0x3b);
    return this.out.whole;
  }
}
