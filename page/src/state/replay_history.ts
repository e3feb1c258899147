// What was played before this page came to the table: the record, played again move by move at a table of its own.
import type { Backend } from "../model/backend";
import type { Saved } from "../model/events";
import { words } from "../model/line";
import type { Frame, Played } from "./past";
import { Table } from "./table";
import { Connection } from "./connection";

export interface ReplayedHistory {
  frames: Frame[];
  played: Played[];
}

interface RecordedMove {
  /** Whose move it is; null: chance moved. */
  seat: number | null;
  text: string;
}

/** The moves of a record, how many seats it names, and where it began; null: it is not of our own form. */
export function movesOf(record: string): { position: string; seats: number; moves: RecordedMove[] } | null {
  const lines = record.split("\n");
  if (!lines[0]?.startsWith("hra-record ")) return null;
  const position = lines.find((line) => line.startsWith("position "))?.slice("position ".length) ?? "";
  const moves = lines.flatMap((line) => {
    const found = /^(\*|\d+) (.+)$/.exec(line);
    return found ? [{ seat: found[1] === "*" ? null : Number(found[1]), text: found[2] as string }] : [];
  });
  return { position, seats: lines.filter((line) => /^seat \d/.test(line)).length, moves };
}

/** Makes a move of a record again. What gives up a part of the game is offered, and accepted for the other seat. */
async function repeat(table: Table, { seat, text }: RecordedMove): Promise<boolean> {
  const { connection } = table;
  if ((await connection.say(`${seat === null ? "roll" : "move"} ${text}`)).ok) return true;
  if (seat === null || !(await connection.say(words("resign", text, String(seat)))).ok) return false;
  return table.asking.resigns === null || (await connection.say(`resign accept ${1 - seat}`)).ok;
}

/** Plays the record of that name again; null where there is none that can be read. */
export async function replayHistory(backend: Backend, spec: string, name: string): Promise<ReplayedHistory | null> {
  const connection = new Connection(backend, null);
  const table = new Table(connection, () => {}, () => {});
  table.asking.lists = false;
  try {
    const read = await connection.say(words("read", name));
    const record = movesOf(read.events.find((e): e is Saved => e.event === "saved")?.text ?? "");
    if (!record) return null;
    const from = record.position ? [`position=${record.position}`] : [];
    const people = Array<string>(record.seats).fill("human"); // also where a game usually has programs
    const sat = await connection.say(words("new", spec, ...people, "others=human", "dice=manual", "save=no", ...from));
    if (!sat.ok) return null;
    for (const move of record.moves) if (!(await repeat(table, move))) break;
    return { frames: table.past.frames, played: table.past.played };
  } finally {
    connection.leave();
  }
}
