// QR codes (ISO/IEC 18004) of an address: bytes, error correction level M, versions 1 to 10, up to 213 bytes.

/** Of level M, by version: codewords of error correction in a block, and blocks. */
const CORRECTION = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const MOST = 10;

// ---- codewords -------------------------------------------------------------------------------

/** How many codewords there is room for, of data and correction. */
function roomOf(version: number): number {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  let modules = (16 * version + 128) * version + 64;
  if (aligned) modules -= (25 * aligned - 10) * aligned - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

function dataRoom(version: number): number {
  return roomOf(version) - (CORRECTION[version] as number) * (BLOCKS[version] as number);
}

/** The product in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}

/** The factors of the polynomial with roots 1, 2, 4, ..., without the first one. */
function divisorOf(degree: number): number[] {
  const divisor = new Array<number>(degree).fill(0);
  divisor[degree - 1] = 1;
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let j = 0; j < degree; j++) divisor[j] = times(divisor[j] as number, root) ^ (divisor[j + 1] ?? 0);
  return divisor;
}

function correctionOf(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() as number);
    rest.push(0);
    divisor.forEach((d, i) => (rest[i] = (rest[i] as number) ^ times(d, factor)));
  }
  return rest;
}

/** Mode, length, bytes, end and filling. */
function dataOf(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >>> i) & 1);
  };
  const room = 8 * dataRoom(version);
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, room - bits.length));
  add(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((byte, bit) => (byte << 1) | bit, 0));
  return data;
}

/** Blocks with their correction, interleaved. */
function codewordsOf(bytes: number[], version: number): number[] {
  const data = dataOf(bytes, version);
  const [blocks, extra] = [BLOCKS[version] as number, CORRECTION[version] as number];
  const short = Math.floor(data.length / blocks);
  const longer = blocks - (data.length % blocks); // from this block on they have one codeword more
  const divisor = divisorOf(extra);
  const parts = Array.from({ length: blocks }, (_, i) => {
    const begin = i * short + Math.max(0, i - longer);
    return data.slice(begin, begin + short + (i >= longer ? 1 : 0));
  });
  const corrections = parts.map((part) => correctionOf(part, divisor));
  const all: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) all.push(part[i] as number);
  for (let i = 0; i < extra; i++) for (const part of corrections) all.push(part[i] as number);
  return all;
}

// ---- modules ---------------------------------------------------------------------------------

class Grid {
  readonly dark: boolean[][];
  /** Belongs to no codeword. */
  readonly fixed: boolean[][];

  constructor(
    readonly version: number,
    readonly size = 17 + 4 * version,
  ) {
    const make = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    this.dark = make();
    this.fixed = make();
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    (this.dark[y] as boolean[])[x] = dark;
    (this.fixed[y] as boolean[])[x] = true;
  }

  private square(x: number, y: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  /** Finders, timing, alignment, version. */
  drawFixed(): void {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) this.square(x, y, 4, [2, 4]);
    const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
    const step = count ? Math.ceil((size - 13) / (2 * count - 2)) * 2 : 0;
    const at = Array.from({ length: count }, (_, i) => (i === 0 ? 6 : size - 7 - (count - 1 - i) * step));
    at.forEach((x, i) => at.forEach((y, j) => {
      const corner = (i === 0 && j === 0) || (i === 0 && j === count - 1) || (i === count - 1 && j === 0);
      if (!corner) this.square(x, y, 2, [1]);
    }));
    if (version < 7) return;
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      this.set(a, b, ((bits >>> i) & 1) === 1);
      this.set(b, a, ((bits >>> i) & 1) === 1);
    }
  }

  /** Level M and the mask. */
  drawFormat(mask: number): void {
    const { size } = this;
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number) => ((bits >>> i) & 1) === 1;
    for (let i = 0; i <= 5; i++) this.set(8, i, bit(i));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) this.set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) this.set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) this.set(8, size - 15 + i, bit(i));
    this.set(8, size - 8, true);
  }

  /** By columns of two, from the right, up and down. */
  drawData(codewords: number[]): void {
    const { size } = this;
    let i = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++)
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
          if ((this.fixed[y] as boolean[])[x]) continue;
          (this.dark[y] as boolean[])[x] = (((codewords[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1;
          i++;
        }
    }
  }

  applyMask(mask: number): void {
    const turns = MASKS[mask] as (x: number, y: number) => boolean;
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++) {
        const row = this.dark[y] as boolean[];
        if (!(this.fixed[y] as boolean[])[x] && turns(x, y)) row[x] = !row[x];
      }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read: long runs, squares, what looks like a finder, too much of one colour. */
function penaltyOf(dark: boolean[][]): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x] as boolean));
  let penalty = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map((d) => (d ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (/^(10111010000|00001011101)/.test(text.slice(i, i + 11))) penalty += 40;
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const four = [dark[y]?.[x], dark[y]?.[x + 1], dark[y + 1]?.[x], dark[y + 1]?.[x + 1]];
      if (four.every((d) => d === four[0])) penalty += 3;
    }
  const share = dark.flat().filter(Boolean).length / size ** 2;
  return penalty + 10 * Math.floor(Math.abs(share - 0.5) / 0.05);
}

/** The rows of a code, true: dark; null: the text is too long, or no ASCII. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = Array.from(text, (char) => char.charCodeAt(0));
  if (bytes.some((byte) => byte > 126)) return null;
  let version = 1;
  while (version <= MOST && 8 * dataRoom(version) < 4 + (version < 10 ? 8 : 16) + 8 * bytes.length) version++;
  if (version > MOST) return null;
  const codewords = codewordsOf(bytes, version);
  let best: { dark: boolean[][]; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask++) {
    const grid = new Grid(version);
    grid.drawFixed();
    grid.drawFormat(mask);
    grid.drawData(codewords);
    grid.applyMask(mask);
    const penalty = penaltyOf(grid.dark);
    if (!best || penalty < best.penalty) best = { dark: grid.dark, penalty };
  }
  return best?.dark ?? null;
}

/** The dark modules as a path, a run of a row at a time. */
export function qrPath(dark: boolean[][]): string {
  let path = "";
  dark.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      let run = 0;
      while (row[x + run]) run++;
      if (run) path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  });
  return path;
}
