// What tables of this browser showed last, by their addresses: so a table is there again after a reload, and in another tab.
import { local, session } from "../../browser/local_storage";

/** A play that is kept, by its name; or the line that begins again where one stood that is not kept. */
export type Memo = { play: string } | { line: string };

const KEY = "hra-tables";
const MOST = 50; // tables; the oldest are forgotten

function read(): [string, Memo][] {
  try {
    const all: unknown = JSON.parse(local.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? (all as [string, Memo][]) : [];
  } catch {
    return [];
  }
}

/** A line that a page of version 1 of sessions noted. */
function ofToday(line: string): string {
  return line.replace(/ keep=no( hold)?$/, (_, hold) => ` save=no${hold ? " pause" : ""}`);
}

export function memoOf(id: string): Memo | null {
  const old = session.getItem(`hra-kept-${id}`); // where pages before 0.2 noted it
  const memo = read().find(([one]) => one === id)?.[1] ?? (old === null ? null : { play: old });
  return memo && "line" in memo ? { line: ofToday(memo.line) } : memo;
}

export function remember(id: string, memo: Memo | null): void {
  const others = read().filter(([one]) => one !== id);
  local.setItem(KEY, JSON.stringify((memo ? [...others, [id, memo]] : others).slice(-MOST)));
}
