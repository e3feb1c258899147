import assert from "node:assert";
import { test } from "node:test";
import type { Backend } from "../model/backend";
import { Home } from "./home";
import { fetchTexts, speak } from "../strings/strings";
import { Learn } from "./learn";
import type { Text } from "../model/learn_texts";

const text = (title: string): Text => ({ title, blocks: [{ kind: "p", of: [title] }] });
const texts = { contents: [], pages: { learn: text("Learn"), nim: { ...text("Rules"), in: { cs: text("Pravidla") } } } };
const backend: Backend = { language: "en", trouble: "", ontrouble: () => {}, table: () => ({ id: "", send: () => Promise.resolve(), close: () => {} }) };

test("a text is read in the language of the reader where there is one", async () => {
  const learn = new Learn(backend, new Home(backend, () => {}), () => Promise.resolve(texts), () => {});
  await fetchTexts("cs");
  speak(["cs"]);
  await learn.open("nim", "");
  assert.deepEqual([learn.text?.title, learn.version("nim")?.language], ["Pravidla", "cs"]);
  assert.deepEqual([learn.title("learn"), learn.version("learn")?.language], ["Learn", "en"]);
  speak(["en"]);
  assert.equal(learn.text?.title, "Pravidla", "until it is opened anew, with its examples");
  await learn.open("nim", "");
  assert.equal(learn.text?.title, "Rules");
  assert.equal(learn.version("chess"), null);
});
