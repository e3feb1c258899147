// A game that two people play by turns, and the link that carries it: after `#t=` base64url of a version, flags, the chains of
// dice, and the text of the game, which is deflated where the browser can.
import { BYTES } from "./chain";
import type { Side } from "./turn_sides";

export interface TurnsPlay {
  /** 16 hexadecimal digits. */
  id: string;
  /** The spec of the game. */
  game: string;
  /** The seat of who began it. */
  seat: number;
  /** What each link added: the decisions of one side. Links alternate. */
  turns: string[][];
  /** Of a game with dice: the ends of both chains, and the last value of each that was revealed; "": not known yet. */
  ends: [string, string];
  values: [string, string];
}

/** Decisions that are no moves of the rules: a turn has them beside its moves. NAME is followed by the name. */
export const [RESIGN, DRAW, ACCEPT, NAME] = ["!resign", "!draw", "!accept", "!name "] as const;

const isTalk = (decision: string) => decision === DRAW || decision === ACCEPT || decision.startsWith(NAME);

/** Whose offer of a draw stands after a decision of `who`: a move of the other one refuses it. */
export function offerAfter(offer: number | null, who: number, decision: string): number | null {
  if (decision === DRAW) return who;
  return offer === who || decision.startsWith(NAME) ? offer : null;
}

/** The side whose offer stands, and what both are called, "": it was not said. */
export function talkOf(turns: readonly string[][]): { offer: number | null; names: [string, string] } {
  const names: [string, string] = ["", ""];
  let offer: number | null = null;
  for (const [i, turn] of turns.entries())
    for (const decision of turn) {
      offer = offerAfter(offer, i % 2, decision);
      if (decision.startsWith(NAME)) names[(i % 2) as Side] = decision.slice(NAME.length);
    }
  return { offer, names };
}

/** Which value of its chain a side has revealed in the first `turns` links: its first link reveals the end alone, if it is also
 * the first of the game, since the other side has no chain yet. */
export function revealed(side: Side, turns: number): number {
  const last = turns - ((turns + side + 1) % 2);
  return last < 2 ? 0 : last;
}

// ---- bytes -----------------------------------------------------------------------------------

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let k = 0; k < Math.min(4, bytes.length - i + 1); k++) text += DIGITS[(group >> (18 - 6 * k)) & 63];
  }
  return text;
}

/** null: it is something else. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, count, at] = [0, 0, 0];
  for (const digit of text) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffffff;
    if ((count += 6) < 8) continue;
    bytes[at++] = (bits >> (count -= 8)) & 255;
  }
  return bytes;
}

function toUtf8(text: string): Uint8Array {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Uint8Array.from(bytes, (c) => c.charCodeAt(0));
}

function fromUtf8(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
}

// ---- the link --------------------------------------------------------------------------------

const VERSION = 1;
const [DEFLATED, DICE, TALK] = [1, 2, 4]; // TALK: offers or names, which older pages do not know
const HEAD = 6; // bytes: version, flags, and a sum by which a link is known that was cut off

/** FNV-1a of 32 bits, as four bytes. */
function sumOf(bytes: Uint8Array): number[] {
  const sum = bytes.reduce((all, byte) => Math.imul(all ^ byte, 0x01000193), 0x811c9dc5 | 0);
  return [24, 16, 8, 0].map((shift) => (sum >>> shift) & 255);
}

/** What links may have at most: more is no game that people play by turns. */
export const LIMITS = { link: 100_000, text: 65_536, turns: 999, decisions: 200, decision: 200, game: 500 };

/** How texts are made shorter; null: this browser cannot. */
export interface Packer {
  deflate(bytes: Uint8Array): Promise<Uint8Array> | null;
  /** Rejected where they are damaged, or longer than `most` bytes. */
  inflate(bytes: Uint8Array, most: number): Promise<Uint8Array> | null;
}

export type LinkFault = "damaged" | "newer" | "old-browser" | "too-long";

function textOf({ id, game, seat, turns }: TurnsPlay): string {
  return [id, `${seat}${game}`, ...turns.map((turn) => turn.join("\t"))].join("\n");
}

export async function pack(play: TurnsPlay, packer: Packer): Promise<string> {
  const text = toUtf8(textOf(play));
  const short = await packer.deflate(text);
  const small = short !== null && short.length < text.length;
  const dice = play.ends[0] !== "";
  const chains = dice ? [...play.ends, ...play.values].map((value) => fromBase64(value) ?? []).map((value) => [...value, ...Array<number>(BYTES - value.length).fill(0)]) : [];
  const body = Uint8Array.from([...chains.flat(), ...(small ? short : text)]);
  const talk = play.turns.some((turn) => turn.some(isTalk));
  return toBase64(Uint8Array.from([VERSION, (small ? DEFLATED : 0) | (dice ? DICE : 0) | (talk ? TALK : 0), ...sumOf(body), ...body]));
}

const PRINTED = /^[^\u0000-\u001f\u007f]+$/;

function playOf(text: string): Omit<TurnsPlay, "ends" | "values"> | null {
  const [id = "", head = "", ...lines] = text.split("\n");
  const turns = lines.map((line) => (line === "" ? [] : line.split("\t")));
  const game = head.slice(1);
  if (!/^[0-9a-f]{16}$/.test(id) || !/^[01]/.test(head) || !PRINTED.test(game) || game.length > LIMITS.game) return null;
  if (turns.length < 1 || turns.length > LIMITS.turns) return null;
  const isMove = (move: string) => PRINTED.test(move) && move.length <= LIMITS.decision;
  if (turns.some((turn) => turn.length > LIMITS.decisions || !turn.every(isMove))) return null;
  return { id, game, seat: Number(head[0]), turns };
}

/** The chains of dice in front of the text: a game of one link has no chain of the friend yet. */
function chainsOf(bytes: Uint8Array, turns: number): Pick<TurnsPlay, "ends" | "values"> | null {
  const part = (i: number) => bytes.subarray(i * BYTES, (i + 1) * BYTES);
  const known = [true, turns > 1, true, turns > 1];
  if (bytes.length < 4 * BYTES || known.some((yes, i) => part(i).every((byte) => byte === 0) === yes)) return null;
  const [a, b, c, d] = known.map((yes, i) => (yes ? toBase64(part(i)) : "")) as [string, string, string, string];
  return { ends: [a, b], values: [c, d] };
}

/** Reads what a link has after `#t=`, from any source. Neither moves nor dice are checked. */
export async function unpack(link: string, packer: Packer): Promise<TurnsPlay | LinkFault> {
  if (link.length > LIMITS.link) return "too-long";
  const bytes = fromBase64(link);
  const [version = 0, flags = 0] = bytes ?? [];
  if (!bytes || version === 0) return "damaged";
  if (version > VERSION || flags > (DEFLATED | DICE | TALK)) return "newer";
  if (sumOf(bytes.subarray(HEAD)).some((byte, i) => byte !== bytes[2 + i])) return "damaged";
  const from = flags & DICE ? HEAD + 4 * BYTES : HEAD;
  try {
    const packed = bytes.subarray(from);
    const text = flags & DEFLATED ? await packer.inflate(packed, LIMITS.text) : packed;
    if (!text) return "old-browser";
    if (text.length > LIMITS.text) return "too-long";
    const play = playOf(fromUtf8(text));
    const chains = play && flags & DICE ? chainsOf(bytes.subarray(HEAD, from), play.turns.length) : { ends: ["", ""] as [string, string], values: ["", ""] as [string, string] };
    return play && chains ? { ...play, ...chains } : "damaged";
  } catch {
    return "damaged";
  }
}

// ---- what is known here already --------------------------------------------------------------

export type Relation = { is: "new" | "same" | "older" } | { is: "differs"; turn: number };

/** What a link is to the game that is known here. Differs: it has another beginning, or another turn from 1. */
export function compare(known: TurnsPlay, link: TurnsPlay): Relation {
  const isOther = known.game !== link.game || known.seat !== link.seat || known.ends.some((end, i) => end !== "" && link.ends[i] !== "" && end !== link.ends[i]);
  if (isOther) return { is: "differs", turn: 0 };
  const both = Math.min(known.turns.length, link.turns.length);
  for (let i = 0; i < both; i++) if (known.turns[i]?.join("\t") !== link.turns[i]?.join("\t")) return { is: "differs", turn: i + 1 };
  return { is: link.turns.length > known.turns.length ? "new" : link.turns.length < known.turns.length ? "older" : "same" };
}
