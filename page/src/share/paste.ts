// Pasting works anywhere outside fields, dropping anywhere: text, files, links.
import { fragmentOf } from "../model/route";
import type { App } from "../state/app";
import { readFile } from "./file_text";

const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

async function take(app: App, name: string, text: string, guessed = ""): Promise<void> {
  const to = await app.imports.take(name, text, guessed);
  if (to) location.hash = fragmentOf(to);
}

/** Reads a file, and opens what it has. */
export async function takeFile(app: App, file: File): Promise<void> {
  try {
    const { text, guessed } = await readFile(file);
    await take(app, file.name.replace(/\.gz$/, ""), text, guessed);
  } catch (error) {
    app.home.saved.refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Opens what a text is. */
export const takeText = (app: App, text: string): Promise<void> => take(app, "clipboard", text);

function takeAll(app: App, data: DataTransfer | null): boolean {
  const [file] = data?.files ?? [];
  const text = data?.getData("text") ?? "";
  if (file) void takeFile(app, file);
  else if (text.trim()) void takeText(app, text);
  return file !== undefined || text.trim() !== "";
}

export function listenForPastes(app: App): void {
  document.addEventListener("paste", (event) => {
    if (!isField(event.target) && takeAll(app, event.clipboardData)) event.preventDefault();
  });
  document.addEventListener("dragover", (event) => {
    if (!isField(event.target)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (event.defaultPrevented || isField(event.target)) return;
    event.preventDefault();
    takeAll(app, event.dataTransfer);
  });
}
