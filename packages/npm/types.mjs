// Types of TypeScript for events and lines of sessions: types.mjs SCHEMA PAGE, which are docs/session.schema.json and docs/session.md.
// Writes version 2 to standard output.
import { readFileSync } from "node:fs";

const [schema, page] = process.argv.slice(2);
if (!page) {
  console.error("usage: node types.mjs SCHEMA PAGE");
  process.exit(2);
}
const { $defs: parts } = JSON.parse(readFileSync(schema, "utf8"));
const names = Object.keys(parts).filter((name) => !name.endsWith("_1"));
const isEvent = (name) => parts[name].properties?.event?.const === name;

const nameOf = (name) => name.replace(/(^|_)([a-z])/g, (_, before, letter) => letter.toUpperCase()) + (isEvent(name) ? "Event" : "");
const SIMPLE = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null", object: "Record<string, unknown>", array: "unknown[]" };

function ofObject({ properties, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `;
  if (!properties) return `Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties, inner) : "unknown"}>`;
  const members = Object.entries(properties).map(([key, of]) => `${inner}${/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)}${required.includes(key) ? "" : "?"}: ${typeOf(of, inner)};\n`);
  return `{\n${members.join("")}${indent}}`;
}

function ofArray({ items, prefixItems }, indent) {
  if (prefixItems) return `[${prefixItems.map((one) => typeOf(one, indent)).join(", ")}]`;
  const item = items ? typeOf(items, indent) : "unknown";
  return /[|]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function typeOf(of, indent = "") {
  if (of === true || Object.keys(of).length === 0) return "unknown";
  if (of.$ref) return nameOf(of.$ref.replace("#/$defs/", ""));
  if ("const" in of) return JSON.stringify(of.const);
  if (of.enum) return of.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (of.oneOf) return of.oneOf.map((one) => typeOf(one, indent)).join(" | ");
  const types = [of.type ?? "object"].flat().map((type) => {
    if (type === "object") return ofObject(of, indent);
    if (type === "array") return ofArray(of, indent);
    if (!(type in SIMPLE)) throw new Error(`types.mjs: no type for ${JSON.stringify(of)}`);
    return SIMPLE[type];
  });
  return types.join(" | ");
}

/** The commands of the table of lines: what stands first in the backquotes of each row. */
function commands() {
  const text = readFileSync(page, "utf8");
  const table = text.slice(text.indexOf("\n| line | does"), text.indexOf("\n| word of `new`"));
  const rows = table.split("\n").filter((row) => row.startsWith("| `"));
  const first = rows.flatMap((row) => [...row.split(" | ")[0].matchAll(/`([a-z-]+)/g)].map(([, word]) => word));
  return [...new Set(first)].sort();
}

const events = names.filter(isEvent);
const out = ["// Made by packages/npm/types.mjs from docs/session.schema.json and docs/session.md.\n"];
for (const name of names) out.push(`export type ${nameOf(name)} = ${typeOf(parts[name])};\n`);
out.push(`/** What a session reports; \`event\` says which one it is. */\nexport type SessionEvent =\n${events.map((name) => `  | ${nameOf(name)}`).join("\n")};\n`);
out.push("/** An event by its name. */\nexport type EventOf<Name extends SessionEvent[\"event\"]> = Extract<SessionEvent, { event: Name }>;\n");
out.push(`/** The first word of a line. */\nexport type Command =\n${commands().map((one) => `  | "${one}"`).join("\n")};\n`);
out.push("/** A line to a session: a command and its words. */\nexport type Line = Command | `${Command} ${string}`;\n");
process.stdout.write(out.join("\n"));
