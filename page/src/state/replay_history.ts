// What was played before this page came to the table: the record, played again move by move at a table of its own.
import type { Backend } from "../model/backend";
import type { Saved } from "../model/events";
import { words } from "../model/line";
import { type Frame, type Played, Table } from "./table";
import { Connection } from "./connection";

export interface ReplayedHistory {
  frames: Frame[];
  played: Played[];
}

/** The moves of a record, "*" where chance moved, and where it began; null: it is not of our own form. */
export function movesOf(record: string): { position: string; moves: { chance: boolean; text: string }[] } | null {
  const lines = record.split("\n");
  if (!lines[0]?.startsWith("hra-record ")) return null;
  const position = lines.find((line) => line.startsWith("position "))?.slice("position ".length) ?? "";
  const moves = lines.flatMap((line) => {
    const found = /^(\*|\d+) (.+)$/.exec(line);
    return found ? [{ chance: found[1] === "*", text: found[2] as string }] : [];
  });
  return { position, moves };
}

/** Plays the record of that name again; null where there is none that can be read. */
export async function replayHistory(backend: Backend, spec: string, name: string): Promise<ReplayedHistory | null> {
  const connection = new Connection(backend, null);
  const table = new Table(connection, () => {}, () => {});
  table.lists = false;
  try {
    const read = await connection.say(words("read", name));
    const record = movesOf(read.events.find((e): e is Saved => e.event === "saved")?.text ?? "");
    if (!record) return null;
    const from = record.position ? [`position=${record.position}`] : [];
    const sat = await connection.say(words("new", spec, "others=human", "dice=manual", "save=no", ...from));
    if (!sat.ok) return null;
    for (const { chance, text } of record.moves) if (!(await connection.say(`${chance ? "roll" : "move"} ${text}`)).ok) break;
    return { frames: table.frames, played: table.played };
  } finally {
    connection.leave();
  }
}
