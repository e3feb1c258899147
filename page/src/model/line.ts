// Lines of a session (docs/session.md): a command and its words.

/** A word as it stands in a line: one with blanks or quotes in it is a string of JSON. */
export function word(text: string): string {
  return text === "" || /[\s"\\\u0000-\u001f]/.test(text) ? JSON.stringify(text) : text;
}

export function words(...all: string[]): string {
  return all.map(word).join(" ");
}

/** A spec with options, `expert:level=3`; those that are empty are left out. */
export function spec(name: string, options: Record<string, string>): string {
  const parts = Object.entries(options)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${/[,()]/.test(value) && !/^[\w.:]+\(.*\)$/.test(value) ? JSON.stringify(value) : value}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}
