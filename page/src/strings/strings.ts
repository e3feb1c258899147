// Which language the page speaks. Views read their texts from `w`.
import { cs } from "./cs";
import { type Strings, en } from "./en";

const tables: Record<string, Strings> = { en, cs };

/** The table of the language that is spoken now. */
export let w: Strings = en;

export function languages(): { code: string; name: string }[] {
  return Object.entries(tables).map(([code, table]) => ({ code, name: table.language }));
}

/** What a language calls itself; English where there is no table of it. */
export function languageName(code: string): string {
  return (tables[code] ?? en).language;
}

/** Speaks the first of these languages that there is a table of, as a browser lists what it wants: "cs-CZ". */
export function speak(wanted: readonly string[]): string {
  const code = wanted.map((one) => one.replace(/[-_].*/, "")).find((one) => tables[one]) ?? "en";
  w = tables[code] as Strings;
  return code;
}
