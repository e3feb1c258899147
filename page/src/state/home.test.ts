import assert from "node:assert/strict";
import test from "node:test";
import type { Backend, Listener } from "../model/backend";
import { Home } from "./home";

/** A back end whose answers come when `answer` is called, each line once, successes all. */
function slow(): { backend: Backend; answer: () => void } {
  const held: (() => void)[] = [];
  const table = (_id: string | null, listener: Listener) => ({
    id: "",
    send: (line: string) => {
      const [, id] = /^@(\S+)/.exec(line) ?? [];
      held.push(() => listener.event({ event: "ok", seq: 0, reply_to: id ?? "" }));
      return Promise.resolve();
    },
    close: () => {},
  });
  return { backend: { language: "en", trouble: "", ontrouble: () => {}, table }, answer: () => held.splice(0).forEach((one) => one()) };
}

test("a list of saved games that comes late does not hide why a file was refused", async () => {
  const { backend, answer } = slow();
  const home = new Home(backend, () => {});
  const listed = home.saved.list();
  home.saved.refuse("damaged gzip data");
  answer();
  await new Promise(setImmediate);
  answer(); // the files, asked for after the games
  await listed;
  assert.equal(home.saved.failed, "damaged gzip data");
});
