// Dice that two people throw without a third one: each side has a chain of values, of which each is the SHA-256 hash of the
// next one. The end of a chain, value 0, is given first and binds to all others; they are revealed from 1 on. Throw n comes from
// value n of both sides, so neither chooses it, and neither knows it before the other one's value comes.

/** SHA-256. */
export type Hash = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Values of a chain besides its end: the turns of a game are fewer. */
export const CHAIN = 1000;
export const BYTES = 32;

/** A chain as far as it is known: all values up to one. */
export class Chain {
  /** From the last one known to the end. */
  private readonly values: Uint8Array[];

  /** `last`: value number `known`; of one's own chain its secret, number CHAIN. */
  constructor(
    private readonly hash: Hash,
    last: Uint8Array,
    private readonly known: number,
  ) {
    this.values = [last];
  }

  /** Value number `index`; null: it is not revealed yet. */
  async value(index: number): Promise<Uint8Array | null> {
    if (index < 0 || index > this.known) return null;
    while (this.values.length <= this.known - index) this.values.push(await this.hash(this.values[this.values.length - 1] as Uint8Array));
    return this.values[this.known - index] as Uint8Array;
  }
}

export function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a !== null && b !== null && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export interface Outcome {
  move: string;
  probability: number;
}

const MOST = 20_000; // equally likely cases, such as 7776 of five dice

/** Outcomes by their names, with how many of `sum` equally likely cases each has; null: they are not made of such cases. */
export function casesOf(outcomes: readonly Outcome[]): { moves: string[]; cases: number[]; sum: number } | null {
  const sorted = [...outcomes].sort((a, b) => (a.move < b.move ? -1 : 1));
  for (let sum = 1; sum <= MOST; sum++) {
    const cases = sorted.map(({ probability }) => Math.round(probability * sum));
    if (sorted.some(({ probability }, i) => cases[i] === 0 || Math.abs(probability * sum - (cases[i] as number)) > 1e-6)) continue;
    if (cases.reduce((all, one) => all + one, 0) === sum) return { moves: sorted.map(({ move }) => move), cases, sum };
  }
  return null;
}

/** Numbers of 32 bits from the two values: SHA-256(a ‖ b), and for each later block SHA-256(a ‖ b ‖ its number in four bytes). */
async function numbersOf(hash: Hash, a: Uint8Array, b: Uint8Array, block: number): Promise<number[]> {
  const tail = block > 0 ? [block >>> 24, (block >>> 16) & 255, (block >>> 8) & 255, block & 255] : [];
  const bytes = await hash(Uint8Array.from([...a, ...b, ...tail]));
  const at = (i: number) => bytes[i] as number;
  return Array.from({ length: BYTES / 4 }, (_, i) => at(4 * i) * 2 ** 24 + at(4 * i + 1) * 2 ** 16 + at(4 * i + 2) * 2 ** 8 + at(4 * i + 3));
}

/** What is thrown from `block` on, and the block of the next throw of the same turn. Numbers above the last multiple of the
 * cases are rejected, so that all cases are equally likely. null: this cannot be thrown. */
export async function thrown(hash: Hash, a: Uint8Array, b: Uint8Array, block: number, outcomes: readonly Outcome[]): Promise<{ move: string; next: number } | null> {
  const all = casesOf(outcomes);
  if (!all) return null;
  const limit = 2 ** 32 - (2 ** 32 % all.sum);
  for (let at = block; ; at++)
    for (const number of await numbersOf(hash, a, b, at)) {
      if (number >= limit) continue;
      let left = number % all.sum;
      const found = all.cases.findIndex((cases) => (left -= cases) < 0);
      return { move: all.moves[found] as string, next: at + 1 };
    }
}
