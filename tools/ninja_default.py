"""Plain `ninja` builds what is used and installed, `ninja product`; `ninja all-tests` and `meson test` build test programs, too.

    ninja_default.py        run by meson after each configuration

Before version 1.7 meson builds every test program by default, and has no option against it.
"""
import os
import re

file = os.path.join(os.environ["MESON_BUILD_ROOT"], "build.ninja")
with open(file, encoding="utf-8") as stream:
    text = stream.read()
wanted = re.search(r"^build all: phony (.*)$", text, re.M).group(1).split(" ")
wanted = " ".join(one for one in wanted if one not in ("meson-test-prereq", "meson-benchmark-prereq"))
ours = f"build product: phony {wanted}\n\nbuild all-tests: phony all meson-test-prereq\n\ndefault product"
text = re.sub(r"^default all$", lambda _: ours, text, flags=re.M)
with open(file, "w", encoding="utf-8") as stream:
    stream.write(text)
