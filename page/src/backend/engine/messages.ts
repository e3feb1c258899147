// What the page and its workers tell each other.

export interface Entry {
  name: string;
  bytes: Uint8Array;
  /** Seconds since 1970. */
  changed: number;
}

/** The bytes of a catalogue of gettext (.mo); null: English. */
export type Catalogue = Uint8Array | null;

/** To a worker. One that was told `begin` for tables is their engine; the others think. */
export type Order =
  | { order: "begin"; compiled: WebAssembly.Module; catalogue: Catalogue; entries: Entry[]; tables: boolean }
  | { order: "speak"; catalogue: Catalogue }
  | { order: "fill"; entry: Entry }
  | { order: "drop"; name: string }
  | { order: "open"; table: string }
  | { order: "close"; table: string }
  | { order: "line"; table: string; line: string }
  | { order: "done"; table: string; id: number; result: string }
  | { order: "found"; table: string; id: number; json: string }
  | { order: "think"; text: string };

/** Why a worker is broken whose memory cannot grow. */
export const NO_ROOM = "no room";

/** From a worker. `loading`: it waits for a file of the engine; `full`: the engine has no room for this table; `refused`: it has not the memory for the work that it was
 * given; `broken`: it can do no more, for this reason. */
export type News =
  | { news: "event"; table: string; json: string }
  | { news: "work"; table: string; id: number; text: string | null }
  | { news: "changed"; name: string; at: number; bytes: Uint8Array | null }
  | { news: "found"; json: string }
  | { news: "done"; result: string }
  | { news: "full"; table: string }
  | { news: "loading"; file: string; bytes: number }
  | { news: "loaded"; file: string }
  | { news: "refused" }
  | { news: "broken"; why: string };
