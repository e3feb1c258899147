// Whether `npm run check` finds a document or a network in the rooms that know neither: strings, model and state.
import assert from "node:assert";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { config } = ts.readConfigFile(join(root, "tsconfig.plain.json"), ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);

/** What the compiler says of a file of that text in the room of states. */
function complaintsOn(text) {
  const path = join(root, "src/state/here.ts");
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...more) => (name === path ? ts.createSourceFile(path, text, options.target) : getSourceFile(name, ...more));
  host.fileExists = (name) => name === path || fileExists(name);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"));
}

test("rooms without a document are checked as such", () => {
  for (const room of ["strings", "model", "state"]) assert.ok(fileNames.some((name) => name.includes(`/src/${room}/`)), room);
  assert.deepEqual(complaintsOn("export const a = JSON.stringify([1]);"), []);
  for (const name of ["document", "window", "navigator", "localStorage", "fetch", "setTimeout", "crypto"])
    assert.match(complaintsOn(`export const a = ${name};`).join(), new RegExp(`Cannot find name '${name}'`));
});
