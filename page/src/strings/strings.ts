// Which language the page speaks. Views read their texts from `w`.
import type { Strings } from "./en";

interface Language {
  /** What the language calls itself. */
  name: string;
  table: Strings | null;
  fetch: () => Promise<Strings>;
}

/** A visitor needs the texts of one language, which come when they are first spoken. */
const LANGUAGES: Record<string, Language> = {
  en: { name: "English", table: null, fetch: async () => (await import("./en")).en },
  cs: { name: "Čeština", table: null, fetch: async () => (await import("./cs")).cs },
};

/** The table of the language that is spoken now; there is none before the first one was fetched. */
export let w: Strings;

export function languages(): { code: string; name: string }[] {
  return Object.entries(LANGUAGES).map(([code, { name }]) => ({ code, name }));
}

/** What a language calls itself; English if the page does not have it. */
export function languageName(code: string): string {
  return (LANGUAGES[code] ?? (LANGUAGES["en"] as Language)).name;
}

/** Fetches the texts of a language, once. False: they cannot be had now, or there are none. */
export async function fetchTexts(code: string): Promise<boolean> {
  const language = LANGUAGES[code];
  if (!language) return false;
  language.table ??= await language.fetch().catch(() => null);
  return language.table !== null;
}

/** Chooses the first of these languages that the page has, as a browser lists what it wants: "cs-CZ". Speaks it if its texts
 * are here; until then, what was spoken before, or English. */
export function speak(wanted: readonly string[]): string {
  const code = wanted.map((one) => one.replace(/[-_].*/, "")).find((one) => LANGUAGES[one]) ?? "en";
  w = LANGUAGES[code]?.table ?? w ?? LANGUAGES["en"]?.table;
  return code;
}
