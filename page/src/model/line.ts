// Lines of a session (docs/session.md): a command and its words.

/** A word of a line: with blanks or quotes in it, it is written as a string of JSON. */
export function word(text: string): string {
  return text === "" || /[\s"\\\u0000-\u001f]/.test(text) ? JSON.stringify(text) : text;
}

export function words(...all: string[]): string {
  return all.map(word).join(" ");
}

/** The line that opens a position to be worked on: people in all seats, nothing saved, nothing moves by itself. Without a
 * position: the start of the game. */
export function openAt(game: string, position: string | undefined, ...more: string[]): string {
  return words("new", game, "others=human", ...(position ? [`position=${position}`] : []), "save=no", "pause", ...more);
}

/** The first line of a text of several, as programs let a position be copied; null: it is one line. */
export function firstLine(text: string): string | null {
  const [first, ...more] = text.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line);
  return first !== undefined && more.length > 0 ? first : null;
}

/** A name and its options. */
export interface Chosen {
  name: string;
  options: Record<string, string>;
}

/** Takes a spec apart. */
export function readSpec(text: string): Chosen {
  const [name = "", ...rest] = text.split(":");
  const options = partsOf(rest.join(":")).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, "yes"] : [part.slice(0, at), part.slice(at + 1).replace(/^"(.*)"$/, "$1")];
  });
  return { name, options: Object.fromEntries(options) };
}

/** Parts between commas that stand in no parentheses and no quotes. */
function partsOf(text: string): string[] {
  const found: string[] = [];
  let [depth, quoted, from] = [0, false, 0];
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === '"') quoted = !quoted;
    else if (!quoted) depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    if (i === text.length || (c === "," && depth === 0 && !quoted)) {
      found.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return found.filter((part) => part !== "");
}

/** A spec with options, `expert:level=3`; those that are empty are left out. */
export function spec(name: string, options: Record<string, string>): string {
  const parts = Object.entries(options)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${/[,()]/.test(value) && !/^[\w.:]+\(.*\)$/.test(value) ? JSON.stringify(value) : value}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}
