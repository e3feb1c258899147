import assert from "node:assert";
import { test } from "node:test";
import { Fragment, h } from "preact";
import { showSafely, shown } from "./shown";

const ORDER = "\u001b]0;owned\u0007\u009b2J\u202e\u2066\r";

test("what steers or turns text is shown as a question mark", () => {
  assert.equal(shown(`${ORDER}random`), "?]0;owned??2J???random");
  assert.equal(shown("a\n\tž š"), "a\n\tž š");
});

test("every element and fragment goes by it, and what is typed does not", () => {
  showSafely();
  assert.deepEqual(h("p", { title: ORDER, "aria-label": "\u202e" }, "a", ["\u2069b"], 3).props, {
    title: "?]0;owned??2J???",
    "aria-label": "?",
    children: ["a", ["?b"], 3],
  });
  assert.equal(h("p", null, "\u202e").props.children, "?");
  assert.equal(h(Fragment, null, "\u202e").props.children, "?");
  assert.equal((h("input", { value: "\u202e" }).props as { value: string }).value, "\u202e");
});
