// Unpacks a file of LZMA (xz --format=lzma) while it comes: a fifth shorter than what hosts send of themselves. After the "LZMA
// specification" of Igor Pavlov (7-zip.org/sdk.html).

/** Places of the probabilities: each for 12 states, 16 positions, or as many bits as a number has. */
const MATCH = 0;
const REP = MATCH + 12 * 16;
const REP_0 = REP + 12;
const REP_1 = REP_0 + 12;
const REP_2 = REP_1 + 12;
const REP_0_LONG = REP_2 + 12;
const SLOT = REP_0_LONG + 12 * 16;
const SPECIAL = SLOT + 4 * 64;
const ALIGN = SPECIAL + 128;
const LENGTH = ALIGN + 16;
const REP_LENGTH = LENGTH + 514;
const LITERAL = REP_LENGTH + 514;

const HEADER = 18; // bytes before the first symbol
const MOST = 32; // bytes that a symbol takes at most

export class Unpacker {
  private input = new Uint8Array();
  private at = 0;
  private probability = new Uint16Array();
  private lc = 0;
  private lp = 0;
  private pb = 0;
  private range = 0xffffffff;
  private code = 0;
  private state = 0;
  private readonly distance = [0, 0, 0, 0];
  private readonly output: Uint8Array;
  private done = 0;

  /** `bytes`: of what is packed. */
  constructor(bytes: number) {
    this.output = new Uint8Array(bytes);
  }

  /** What the next part of the file brings; `last`: it is the last one. */
  add(part: Uint8Array, last = false): Uint8Array {
    const rest = this.input.subarray(this.at);
    this.input = new Uint8Array(rest.length + part.length);
    this.input.set(rest);
    this.input.set(part, rest.length);
    this.at = 0;
    const before = this.done;
    if (this.probability.length === 0 && this.input.length >= HEADER) this.begin();
    const end = this.input.length - (last ? 0 : MOST);
    if (this.probability.length > 0) while (this.at < end && this.done < this.output.length && this.symbol());
    return this.output.slice(before, this.done);
  }

  private begin(): void {
    const how = this.input[0] ?? 0;
    this.lc = how % 9;
    this.lp = Math.floor(how / 9) % 5;
    this.pb = Math.floor(how / 45);
    this.probability = new Uint16Array(LITERAL + (0x300 << (this.lc + this.lp))).fill(1024);
    for (this.at = 14; this.at < HEADER; this.at++) this.code = ((this.code << 8) | (this.input[this.at] ?? 0)) >>> 0;
  }

  // ---- bits ----------------------------------------------------------------------------------

  private fill(): void {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | (this.input[this.at++] ?? 0)) >>> 0;
  }

  private bit(at: number): number {
    this.fill();
    const p = this.probability[at] as number;
    const bound = (this.range >>> 11) * p;
    if (this.code < bound) {
      this.range = bound;
      this.probability[at] = p + ((2048 - p) >> 5);
      return 0;
    }
    this.range -= bound;
    this.code -= bound;
    this.probability[at] = p - (p >> 5);
    return 1;
  }

  private bits(at: number, count: number): number {
    let m = 1;
    for (let i = 0; i < count; i++) m = (m << 1) | this.bit(at + m);
    return m - (1 << count);
  }

  private reversed(at: number, count: number): number {
    let [m, all] = [1, 0];
    for (let i = 0; i < count; i++) {
      const bit = this.bit(at + m);
      m = (m << 1) | bit;
      all |= bit << i;
    }
    return all;
  }

  private even(count: number): number {
    let all = 0;
    for (let i = 0; i < count; i++) {
      this.fill();
      this.range >>>= 1;
      const bit = this.code >= this.range;
      if (bit) this.code -= this.range;
      all = 2 * all + Number(bit);
    }
    return all;
  }

  // ---- symbols -------------------------------------------------------------------------------

  /** Writes the next bytes; false: there are none. */
  private symbol(): boolean {
    const { state, distance } = this;
    const place = this.done & ((1 << this.pb) - 1);
    if (this.bit(MATCH + 16 * state + place) === 0) return this.literal();
    let length: number;
    if (this.bit(REP + state) === 0) {
      length = this.length(LENGTH, place);
      distance.pop();
      distance.unshift(this.newDistance(length));
      this.state = state < 7 ? 7 : 10;
      if (distance[0] === 0xffffffff) return false; // the mark of the end
    } else {
      if (this.bit(REP_0 + state) === 0) {
        if (this.bit(REP_0_LONG + 16 * state + place) === 0) {
          this.state = state < 7 ? 9 : 11;
          return this.copy(1);
        }
      } else distance.unshift(...distance.splice(this.bit(REP_1 + state) === 0 ? 1 : 2 + this.bit(REP_2 + state), 1));
      length = this.length(REP_LENGTH, place);
      this.state = state < 7 ? 8 : 11;
    }
    return this.copy(length + 2);
  }

  private length(at: number, place: number): number {
    if (this.bit(at) === 0) return this.bits(at + 2 + 8 * place, 3);
    if (this.bit(at + 1) === 0) return 8 + this.bits(at + 130 + 8 * place, 3);
    return 16 + this.bits(at + 258, 8);
  }

  private newDistance(length: number): number {
    const slot = this.bits(SLOT + 64 * Math.min(length, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const first = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return first + this.reversed(SPECIAL + first - slot, count);
    return first + 16 * this.even(count - 4) + this.reversed(ALIGN, 4);
  }

  private literal(): boolean {
    const { output, done, state } = this;
    const before = done > 0 ? (output[done - 1] as number) : 0;
    const at = LITERAL + 0x300 * (((done & ((1 << this.lp) - 1)) << this.lc) + (before >> (8 - this.lc)));
    let symbol = 1;
    if (state >= 7) {
      let like = output[done - (this.distance[0] as number) - 1] as number; // what came at that distance is likely
      for (let same = true; same && symbol < 0x100; like <<= 1) {
        const expected = (like >> 7) & 1;
        const bit = this.bit(at + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        same = bit === expected;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bit(at + symbol);
    output[this.done++] = symbol;
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    return true;
  }

  private copy(count: number): boolean {
    const far = (this.distance[0] as number) + 1;
    if (far > this.done) throw new Error("damaged");
    for (let i = 0; i < count; i++, this.done++) this.output[this.done] = this.output[this.done - far] as number;
    return true;
  }
}
