#!/usr/bin/env python3
"""Writes the reference pages of the library from its headers: a page for each header, an index, a list of all functions.

    docs/reference/make.py [FOLDER]        into docs/reference/pages, or into FOLDER

Doxygen reads the headers and writes XML; this script makes Markdown of it, with the example of the page from
docs/reference/examples. The comments of the headers are plain C: `--filter HEADER` prints one as Doxygen wants it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADERS = ROOT / "include/hra"
RINGS = ("easy", "hra", "lab", "work", "session", "author")
DOXYFILE = """
INPUT = "{headers}"
INPUT_FILTER = "python3 {script} --filter"
OUTPUT_DIRECTORY = "{out}"
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
GENERATE_HTML = NO
GENERATE_LATEX = NO
EXTRACT_ALL = YES
OPTIMIZE_OUTPUT_FOR_C = YES
MARKDOWN_SUPPORT = NO
MACRO_EXPANSION = YES
SORT_MEMBER_DOCS = NO
QUIET = YES
WARNINGS = NO
PREDEFINED = "HRA_API=" "HRA_PRINTF(a,b)=" "HRA_FORMAT_OF(a)=" "HRA_CHECKS=1"
"""

# ---- headers as Doxygen reads them ----------------------------------------------------------------

COMMENT = re.compile(r"/\*.*?\*/", re.S)
DIVIDER = re.compile(r"/\* -{4} (.*?) -+(?:\n|\*/)")


def escape(line):
    return re.sub(r"([\\@<>&#%$])", r"\\\1", line)


ITEM = re.compile(r" {2,3}(?=\S)")


def body(comment):
    """The text of a comment, in as many lines; indented lines after an empty one are code, lines with two or three blanks before
    them items of a list, such as errors, which deeper lines continue. Text after a list is preceded by an empty line."""
    out, code, item = [], False, False
    first, *rest = comment.split("\n")
    for line in [first.strip()] + [re.sub(r"^\s*\* ?", "", line.rstrip()) for line in rest]:
        indented = line.startswith("    ")
        if not code and (ITEM.match(line) or (item and indented)):
            item = True
            out.append(("  " if indented else "- ") + escape(re.sub(r"\s+", " ", re.sub(r"^- ", "", line.strip()))))
            continue
        item = False
        if indented and not code and out and not out[-1]:
            out[-1] = "@verbatim"
            code = True
        elif code and not indented:
            code = False
            line = "@endverbatim" + ("" if not line else " " + escape(line))
            out.append(line)
            continue
        out.append(line if code else escape(line.strip() if not line.startswith("- ") else line))
    return "\n".join(out) + ("@endverbatim" if code else "")


def filtered(text):
    """The header with comments of Doxygen's kind. A divider begins a group of members, which the next one ends. All lines
    but those of the first comment are one further down."""
    out, at, inside, first = [], 0, False, True
    for match in COMMENT.finditer(text):
        before = text[at:match.start()]
        out.append(before)
        at = match.end()
        said = match.group()[2:-2]
        divider = DIVIDER.match(match.group())
        if first:
            out.append("/** @file\n" + body(re.sub(r"^ hra/\w+\.h: ", "", said)) + " */")
            first = False
        elif divider:
            lines = said.split("\n")
            more = "\n" + body("\n".join(lines[1:])) if len(lines) > 1 else ""
            out.append(("/**@}*/ " if inside else "") + f"/** @name {divider.group(1)}{more} */ /**@{{*/")
            inside = True
        else:
            trailing = re.search(r"[;,{]\s*$|\w\s*$", before.rsplit("\n", 1)[-1]) is not None
            out.append(("/**< " if trailing else "/** ") + body(said.strip(" ")) + " */")
    rest = text[at:]
    if inside:
        cut = rest.rfind("#ifdef __cplusplus")
        rest = rest[:cut] + "/**@}*/\n" + rest[cut:]
    return "".join(out) + rest


# ---- XML as Markdown --------------------------------------------------------------------------------

class Reference:
    """What Doxygen read, and where each name is described."""

    def __init__(self, xml):
        self.xml = xml
        self.pages = {}  # name of the header: its compound
        self.at = {}  # id of Doxygen: (page, name)
        self.named_by = {}  # name: functions whose text names it
        for path in sorted(xml.glob("*_8h.xml")):
            compound = ElementTree.parse(path).getroot().find("compounddef")
            self.pages[compound.findtext("compoundname")[:-2]] = compound
        for page, compound in self.pages.items():
            for member in compound.iter("memberdef"):
                self.at[member.get("id")] = (page, member.findtext("name"))
                for value in member.iter("enumvalue"):
                    self.at[value.get("id")] = (page, member.findtext("name") or value.findtext("name"))
            for inner in compound.iter("innerclass"):
                self.at[inner.get("refid")] = (page, inner.text)

    def link(self, where, here, shown=None):
        page, name = where
        return f"[`{shown or name}`]({'' if page == here else page + '.md'}#{slug(name)})"

    def words(self, text, here):
        """Text as Markdown, with links for the names in it."""
        known = {name: page for page, name in self.at.values() if name.startswith("hra_")}
        return re.sub(r"(?<![`/\w])hra_\w+(?:\(\))?", lambda match: self.link((known[match.group().rstrip("()")], match.group().rstrip("()")), here, match.group())
                      if match.group().rstrip("()") in known else match.group(), marked(text))

    def inline(self, node, here):
        """Text with its links; paragraphs and code have empty lines around them."""
        out = [self.words(node.text, here)]
        for child in node:
            where = self.at.get(child.get("refid")) if child.tag == "ref" else None
            if where:
                out.append(self.link(where, here, "".join(child.itertext())))
            elif child.tag == "verbatim":
                out.append("\n\n" + "\n".join(line.rstrip() for line in child.text.strip("\n").split("\n")) + "\n\n")
            elif child.tag == "itemizedlist":
                out.append("\n\n" + "\n".join("- " + self.inline(item, here).strip() for item in child) + "\n\n")
            elif child.tag == "para":
                out.append("\n\n" + self.inline(child, here) + "\n\n")
            elif child.tag in ("ndash", "mdash"):
                out.append("–")
            else:
                out.append(self.inline(child, here))
            out.append(self.words(child.tail, here))
        return "".join(out)

    def named(self, node):
        """(page, name) of all that a description names."""
        known = {name: page for page, name in self.at.values()}
        words = set(re.findall(r"\bhra_\w+", " ".join(plain(part) for part in descriptions(node))))
        return {(known[word], word) for word in words if word in known}

    def text(self, node, here):
        """The description of a member, in paragraphs; its errors as a list."""
        parts = [self.inline(part, here) for part in descriptions(node)]
        said = "\n".join(line if line.startswith("    ") else line.strip() for line in "\n\n".join(parts).split("\n"))
        said = re.sub(r"\n{3,}", "\n\n", said).strip("\n")
        said = re.sub(r"(?<![`\w])HRA_E[A-Z]+\b", r"`\g<0>`", re.sub(r"\[`(HRA_E[A-Z]+)`\]\([^)]*\)", r"\1", said))
        return ERRORS.sub(lambda match: "\n\nErrors:\n\n" + "".join(f"- {one}\n" for one in re.split(r"; (?=`HRA_E)", match.group(1))), said).strip()


ERRORS = re.compile(r"(?:(?<=\.) |^)(`HRA_E[A-Z]+`(?:, `HRA_E[A-Z]+`)*(?:: [^;\n]*?)?(?:; `HRA_E[A-Z]+`(?:, `HRA_E[A-Z]+`)*(?:: [^;\n]*?)?)*)\.?$", re.M)


def marked(text):
    """Words as Markdown shows them."""
    return re.sub(r"[*<~]", r"\\\g<0>", text or "")


def descriptions(node):
    return [part for part in (node.find("briefdescription"), node.find("detaileddescription")) if part is not None]


def slug(name):
    return re.sub(r"[^a-z0-9_ -]", "", name.lower()).replace(" ", "-")


def plain(node):
    return " ".join("".join(node.itertext()).split()) if node is not None else ""


def line_of(node):
    location = node.find("location")
    return int(location.get("line")) - 1 if location is not None else 0


def declaration(member):
    """The lines of a header that declare a function or a type, without comments."""
    location = member.find("location")
    lines = (HEADERS / pathlib.Path(location.get("file")).name).read_text(encoding="utf-8").split("\n")
    start = int(location.get("bodystart") or location.get("line")) - 2
    kind = member.get("kind")
    if kind == "function":
        start = line_of(member) - 1
        end = start
        while ";" not in lines[end] and "{" not in lines[end]:
            end += 1
        said = " ".join(line.strip() for line in lines[start:end + 1])
        return re.sub(r"\s*/\*.*", "", said).replace("HRA_API ", "").split("{")[0].rstrip()
    end = int(location.get("bodyend") or 0) - 1
    if kind in ("struct", "enum") and end > start:
        return "\n".join(lines[start:end])
    return re.sub(r"\s*/\*.*", "", lines[line_of(member) - 1])


def structs(reference, compound):
    for inner in compound.iter("innerclass"):
        path = reference.xml / f"{inner.get('refid')}.xml"
        yield ElementTree.parse(path).getroot().find("compounddef")


def entry(reference, page, node, name):
    """The paragraphs of one function or type."""
    code = declaration(node)
    said = reference.text(node, page)
    out = [f"### {name}\n", "```c\n" + code + "\n```\n"]
    if said:
        out.append(said + "\n")
    related = {where for where in reference.named(node) | reference.named_by.get(name, set()) if where[1] != name}
    if related:
        out.append("See also: " + ", ".join(reference.link(where, page) for where in sorted(related)[:12]) + "\n")
    return "\n".join(out)


def members(reference, page, compound):
    """(line, title of the group or None, its text, entry) of all that a header declares, as they stand there."""
    groups = []
    for section in compound.findall("sectiondef"):
        for member in section.findall("memberdef"):
            name = member.findtext("name")
            if name and member.get("kind") in ("function", "enum", "typedef", "variable") and not name.startswith("@"):
                groups.append((line_of(member), member, name))
            elif member.get("kind") == "enum":
                values = [value.findtext("name") for value in member.findall("enumvalue")]
                groups.append((line_of(member), member, values[0]))
    for struct in structs(reference, compound):
        groups.append((line_of(struct), struct, struct.findtext("compoundname")))
    seen = set()
    for line, member, name in sorted(groups, key=lambda group: group[0]):
        if name not in seen and not (member.get("kind") == "typedef" and name in {s.findtext("compoundname") for s in structs(reference, compound)}):
            seen.add(name)
            yield line, member, name


def dividers(page):
    """(line, title) of the groups of a header."""
    text = (HEADERS / f"{page}.h").read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start()) + 1, match.group(1)) for match in DIVIDER.finditer(text)]


def group_text(reference, page, title):
    for section in reference.pages[page].findall("sectiondef"):
        if section.findtext("header") == title and section.find("description") is not None:
            said = reference.inline(section.find("description"), page)
            return re.sub(r"\n{3,}", "\n\n", said).strip("\n ")
    return ""


def group_name(title):
    """Of a group of functions in the name of its example, PAGE-GROUP.c: "records: one play as text" has play-records.c."""
    return slug(re.split("[:,;]", title)[0].strip())


def example(page, title=None):
    """That of a header, or of a group of its functions."""
    source = HERE / "examples" / (f"{page}-{group_name(title)}.c" if title else f"{page}.c")
    if not source.exists():
        return ""
    code, _, printed = source.read_text(encoding="utf-8").partition("/* It prints:\n\n")
    out = ("" if title else "## Example\n\n") + "```c\n" + code.strip() + "\n```\n"
    if printed:
        out += "\nIt prints:\n\n```text\n" + printed.split("\n*/")[0] + "\n```\n"
    return out + "\n"


def page_of(reference, page):
    compound = reference.pages[page]
    head = reference.text(compound, page)
    out = [f"# hra/{page}.h\n", head[:1].upper() + head[1:] + "\n", example(page)]
    marks = dividers(page)
    for line, member, name in members(reference, page, compound):
        while marks and marks[0][0] < line:
            title = marks.pop(0)[1]
            out.append(f"## {title[0].upper() + title[1:]}\n")
            said = group_text(reference, page, title)
            if said:
                out.append(said + "\n")
            out.append(example(page, title))
        out.append(entry(reference, page, member, name))
    return "\n".join(part for part in out if part)


def index(reference):
    out = ["# The library in C\n", "Generated from the headers in `include/hra`. They form rings: begin with the first one that is enough.\n"]
    left = set(reference.pages) - set(RINGS)
    for ring in RINGS:
        compound = reference.pages[ring]
        out.append(f"## hra/{ring}.h\n")
        included = re.findall(r'#include "hra/(\w+)\.h"', (HEADERS / f"{ring}.h").read_text(encoding="utf-8"))
        for name in [ring] + [name for name in included if name in left]:
            left.discard(name)
            out.append(f"- [hra/{name}.h]({name}.md): {first_sentence(reference, name)}")
        out.append("")
    for name in sorted(left):
        out.append(f"- [hra/{name}.h]({name}.md): {first_sentence(reference, name)}")
    out.append("\n- [All functions](functions.md)")
    return "\n".join(out) + "\n"


def first_sentence(reference, page):
    said = plain(reference.pages[page].find("detaileddescription"))
    return re.split(r"\.(?:\s|$)|:\s", said, maxsplit=1)[0]


def functions(reference):
    """All of them, and a check that the pages have what the headers declare."""
    names = {}
    for page, compound in reference.pages.items():
        for member in compound.iter("memberdef"):
            if member.get("kind") == "function" and member.findtext("name").startswith("hra_"):
                names[member.findtext("name")] = page
    declared = set()
    for header in HEADERS.glob("*.h"):
        text = COMMENT.sub("", header.read_text(encoding="utf-8"))
        declared |= set(re.findall(r"\bHRA_API\b[^;]*?\b(hra_\w+)\(", text))
    if declared - set(names):
        sys.exit("make.py: Doxygen has not read " + ", ".join(sorted(declared - set(names))))
    return "# All functions\n\n" + "\n".join(f"- [`{name}`]({page}.md#{slug(name)})" for name, page in sorted(names.items())) + "\n"


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        config = DOXYFILE.format(headers=HEADERS, script=pathlib.Path(__file__).resolve(), out=work)
        subprocess.run(["doxygen", "-"], input=config, text=True, check=True, stdout=subprocess.DEVNULL)
        reference = Reference(pathlib.Path(work) / "xml")
        for page, compound in reference.pages.items():
            for member in compound.iter("memberdef"):
                if member.get("kind") == "function":
                    for where in reference.named(member):
                        reference.named_by.setdefault(where[1], set()).add((page, member.findtext("name")))
        wanted = {f"{page}.md": page_of(reference, page) for page in reference.pages}
        wanted |= {"README.md": index(reference), "functions.md": functions(reference)}
    for old in folder.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.rstrip().split("\n"))) + "\n"
        (folder / name).write_text(text, encoding="utf-8")
    print(f"reference: {len(wanted)} pages in {folder}")


if sys.argv[1:2] == ["--filter"]:
    sys.stdout.write(filtered(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")))
else:
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pages")
