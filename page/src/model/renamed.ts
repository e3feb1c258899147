// Names that changed: links and forms with the old ones mean what has the new ones, as for whatever the library reads.
import type { Named } from "./events";

declare const RENAMES: string; // defined by build.mjs, from src/rules/renamed.def
const rows = JSON.parse(RENAMES) as [kind: string, owner: string, old: string, now: string][];

/** The current name: `name` itself if there is such a one, else the one that replaced it. */
function current(kind: string, owners: string[], name: string, exists: (name: string) => boolean): string {
  if (exists(name)) return name;
  const row = rows.find(([of, owner, old]) => of === kind && owners.includes(owner) && old === name);
  return row && exists(row[3]) ? row[3] : name;
}

export function currentGame(name: string, games: Named[]): string {
  return current("GAME", [""], name, (one) => games.some((game) => game.name === one));
}

/** Options by their current names, with their current values. */
export function currentOptions(options: Record<string, string>, { name: owner, options: known }: Named): Record<string, string> {
  const entries = Object.entries(options).map(([typed, value]): [string, string] => {
    const name = current("OPTION", [owner, ""], typed.replace(/_/g, "-"), (one) => known.some((option) => option.name === one));
    const choices = known.find((option) => option.name === name)?.values.split("|") ?? [];
    return [name, current("VALUE", [`${owner}.${name}`, `.${name}`], value, (one) => choices.includes(one))];
  });
  return Object.fromEntries(entries);
}
