#!/usr/bin/env python3
"""Shows that page_layering.py can fail: small pages with one thing wrong, which it must find, or that only looks wrong.

    tests/page_layering_test.py
"""
import tempfile
from pathlib import Path

from page_layering import check, read_law

LAW = read_law("""
words:
model: words
draw: preact words model
.: preact model draw
""")

# A page in order, whose state in the tree does not matter here.
WHOLE = {
    "words/en.ts": 'export const en = { none: "import x from nowhere" };\n',
    "words/words.ts": 'import { en } from "./en";\nexport let w = en;\n',
    "model/a.ts": '// import { x } from "../draw/view";\nimport { w } from "../words/words";\nimport type { B } from "./b";\n',
    "model/b.ts": "export interface B {\n  n: number;\n}\n",
    "model/a.test.ts": 'import { test } from "node:test";\nimport { a } from "./a";\n',
    "draw/view.tsx": 'import { render } from "preact";\nimport {\n  type A,\n  b,\n} from "../model/a";\n',
    "main.tsx": 'import { View } from "./draw/view";\n',
}

# What is written where, and what the check says of it; "": nothing.
CASES = [
    ("model/c.ts", 'import { v } from "../draw/view";\n', "model/c.ts:1: model must not know draw: draw/view.tsx"),
    ("model/c.ts", 'import type { V } from "../draw/view";\n', "must not know draw"),
    ("model/c.ts", 'export { v } from "../draw/view";\n', "must not know draw"),
    ("model/c.ts", 'import "../draw/view";\n', "must not know draw"),
    ("model/c.ts", 'const v = await import("../draw/view");\n', "must not know draw"),
    ("model/c.ts", 'type V = import("../draw/view").V;\n', "must not know draw"),
    ("model/c.ts", "import { v } from '../draw/view';\n", "must not know draw"),
    ("model/c.ts", 'import {\n  v,\n  w,\n} from "../draw/view";\n', "model/c.ts:4: model must not know draw"),
    ("model/c.test.ts", 'import { v } from "../draw/view";\n', "must not know draw"),
    ("words/c.ts", 'import { a } from "../model/a";\n', "words must not know model"),
    ("draw/c.ts", 'import { main } from "../main";\n', "draw must not know .: main.tsx"),
    ("draw/c.ts", 'import { w } from "../words/words";\nimport { b } from "../model/b";\n', ""),
    ("main.tsx", 'import { w } from "./words/words";\n', ". must not know words"),
    ("model/b.ts", 'import type { A } from "./a";\n', "in a circle: model/a.ts -> model/b.ts -> model/a.ts"),
    ("model/b.ts", 'import { c } from "./b";\n', "in a circle: model/b.ts -> model/b.ts"),
    ("other/c.ts", "export const c = 1;\n", "'other' is no room"),
    ("model/inner/c.ts", "export const c = 1;\n", "'model/inner' is no room"),
    ("model/c.ts", 'import { x } from "./gone";\n', 'no file "./gone"'),
    ("model/c.ts", 'import { x } from "../../build.mjs";\n', 'no file "../../build.mjs"'),
    ("model/c.ts", 'import { h } from "preact";\n', "model must not know the package preact"),
    ("draw/c.tsx", 'import { useState } from "preact/hooks";\n', ""),
    ("draw/c.tsx", 'import { marked } from "marked";\n', "must not know the package marked"),
    ("model/c.ts", 'import { readFileSync } from "node:fs";\n', "must not know the package node:fs"),
    ("model/c.test.ts", 'import { readFileSync } from "node:fs";\n', ""),
    ("model/c.ts", 'const said = "we know what is from";\nconst other = "../draw/view";\n', ""),
]


def complaints(files):
    with tempfile.TemporaryDirectory() as folder:
        src = Path(folder).resolve()
        for name, text in files.items():
            (src / name).parent.mkdir(parents=True, exist_ok=True)
            (src / name).write_text(text, encoding="utf-8")
        return check(src, LAW)[0]


def main():
    assert complaints(WHOLE) == [], complaints(WHOLE)
    for name, text, wanted in CASES:
        bad = complaints({**WHOLE, name: text})
        assert len(bad) == (1 if wanted else 0) and wanted in "".join(bad), (name, text, bad)
    assert any("is this the right tree" in text for text in complaints({"main.tsx": ""}))
    for law in ("model: words\nwords:\n", "model: model\n", "model: elsewhere\n"):
        try:
            read_law(law)
        except ValueError:
            continue
        raise AssertionError(f"a law that points upward is taken: {law!r}")
    print(f"page_layering_test: {len(CASES) + 5} pages and laws are judged as they should be")


if __name__ == "__main__":
    main()
