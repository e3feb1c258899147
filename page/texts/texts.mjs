// The texts of Learn: the pages that docs/learn.md lists, as one file of data. A text that names a page, a heading, a
// picture or an example that there is not ends the build.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { plain, readMarkdown } from "./markdown.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const REFERENCE = "docs/reference/pages/README.md"; // made by docs/reference/make.py; without it Learn has no reference
const SPEC = 1024; // bytes of a spec, less than that

const read = (path) => readFileSync(join(root, path), "utf8");

/** A tree as it stands in a spec: its lines divided by `;`, without comments. */
function treeText(path) {
  const lines = read(path)
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim().replace(/\s+/g, " "))
    .filter((line) => line !== "");
  const text = lines.join(";");
  if (/[";]/.test(lines.join("")) || Buffer.byteLength(`tree:text="${text}"`) >= SPEC) throw new Error(`${path} does not fit into a spec`);
  return text;
}

/** The game of a command, with the tree that is in it. */
function gameOf(live) {
  const file = /^tree(?::file=(.*))?$/.exec(live.game);
  return file ? { ...live, game: "tree", tree: treeText(file[1] ?? "docs/examples/textbook.tree") } : live;
}

/** The translations of which the English text has changed since: docs/translations.txt has the hash of what was translated. */
export function olderTexts(list, readText) {
  const rows = list.split("\n").filter((line) => line && !line.startsWith("#"));
  const older = rows.map((row) => row.split("  ")).filter(([hash, path]) => !createHash("sha256").update(readText(path.replace(/\.[a-z]{2}\.md$/, ".md"))).digest("hex").startsWith(hash));
  return new Set(older.map(([, path]) => path));
}

/** What page a file holds, and in which language: "src/games/nim/rules.cs.md" is "games/nim/rules" in "cs". */
function pageOf(path) {
  const [, page, language = ""] = /^(?:docs|src(?=\/games\/\w+\/rules\.))\/(.*?)(?:\.([a-z]{2}))?\.md$/.exec(path) ?? [, path];
  return { page, language };
}

class Page {
  /** `language` "": that in which the texts are written, English. */
  constructor(name, texts, language = "") {
    this.name = name;
    this.texts = texts;
    this.language = language;
    this.path = `${/^games\/\w+\/rules$/.test(name) ? "src" : "docs"}/${name}${language && `.${language}`}.md`;
    this.links = [];
  }

  /** A link of a text: to a page of Learn, to elsewhere, or only words where it leads to a file that is not here. */
  link = (href, of) => {
    if (/^https?:/.test(href)) return { kind: "link", href, of };
    const [file, part = ""] = href.split("#");
    const path = file ? posix.normalize(posix.join(posix.dirname(this.path), file)) : this.path;
    if (!existsSync(join(root, path))) throw new Error(`${this.path} links to ${href}, which there is not`);
    const { page } = pageOf(path);
    if (!this.texts.names.has(page)) return { kind: "words", of };
    this.links.push({ page, part });
    return { kind: "to", page, part, of };
  };

  picture = (href) => {
    const path = posix.normalize(posix.join(posix.dirname(this.path), href));
    if (!existsSync(join(root, path))) throw new Error(`${this.path} shows ${href}, which there is not`);
    const name = `learn-${posix.basename(path)}`;
    this.texts.files.set(name, join(root, path));
    return name;
  };

  game = gameOf;

  read() {
    this.blocks = readMarkdown(read(this.path), this);
    const [first] = this.blocks;
    if (first?.kind !== "heading" || first.level !== 1) throw new Error(`${this.path} does not begin with its title`);
    this.title = plain(first.of);
  }
}

/** The pages that a text links to, in its order. */
function listed(path) {
  const links = [...read(path).matchAll(/\]\(([^)#]*\.md)\)/g)].map(([, href]) => posix.normalize(posix.join(posix.dirname(path), href)));
  return links.map((link) => pageOf(link).page);
}

/** Nothing of what is taught is forgotten. */
function checkListed(names) {
  const folders = ["docs/methods", "docs/learning", ...readdirSync(join(root, "docs/games"), { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => `docs/games/${e.name}`)];
  for (const folder of folders.filter((f) => existsSync(join(root, f))))
    for (const file of readdirSync(join(root, folder)).filter((f) => f.endsWith(".md"))) {
      const { page } = pageOf(`${folder}/${file}`);
      if (!names.has(page)) throw new Error(`${folder}/${file} is not listed in docs/learn.md`);
    }
}

/** The languages into which a page is translated, by the files beside it. */
function languagesOf({ path }) {
  const files = readdirSync(join(root, dirname(path))).map((file) => `${dirname(path)}/${file}`);
  return files.filter((file) => pageOf(file).page === pageOf(path).page).flatMap((file) => pageOf(file).language || []);
}

/** A link to a part of a page leads somewhere, in the language of the page that has the link. */
function checkParts(pages) {
  const key = (name, language) => `${name}~${language}`;
  const parts = new Map(pages.map((page) => [key(page.name, page.language), new Set(page.blocks.filter((b) => b.kind === "heading").map((b) => b.id))]));
  for (const { path, language, links } of pages)
    for (const { page: to, part } of links)
      if (part && !(parts.get(key(to, language)) ?? parts.get(key(to, ""))).has(part)) throw new Error(`${path} links to ${to}#${part}, which there is not`);
}

/** The headings of the first page with the pages below each, for the list that stands beside every page. */
function contentsOf(first, translated) {
  const sections = [];
  const linksOf = (part) => (typeof part === "string" ? [] : part.kind === "to" ? [part] : (part.of ?? []).flatMap(linksOf));
  const walk = (block) => (block.items ? block.items.flat().flatMap(walk) : (block.of ?? []).flatMap(linksOf));
  for (const block of first.blocks) {
    if (block.kind === "heading" && block.level === 2) sections.push({ title: plain(block.of), pages: [] });
    else if (block.kind === "ul" && sections.length > 0)
      sections[sections.length - 1].pages.push(...walk(block).map((to) => ({ page: to.page, title: plain(to.of) })));
  }
  for (const { language, blocks } of translated)
    blocks.filter((block) => block.kind === "heading" && block.level === 2).forEach((heading, i) => (sections[i].in = { ...sections[i].in, [language]: plain(heading.of) }));
  return sections;
}

/** `texts`: what the page loads; `pictures`: the files it shows, by the names under which it asks for them. */
export function readTexts() {
  const reference = existsSync(join(root, REFERENCE)) ? pageOf(REFERENCE).page : null;
  const names = new Set(["learn", ...listed("docs/learn.md"), ...(reference ? [reference, ...listed(REFERENCE)] : [])]);
  const texts = { names, files: new Map() };
  checkListed(names);
  const written = [...names].map((name) => new Page(name, texts));
  const pages = [...written, ...written.flatMap((page) => languagesOf(page).map((language) => new Page(page.name, texts, language)))];
  for (const page of pages) page.read();
  checkParts(pages);
  const older = olderTexts(read("docs/translations.txt"), read);
  const told = ({ title, blocks, path }) => ({ title, blocks, ...(older.has(path) && { older: true }) });
  const others = (name) => pages.filter((page) => page.name === name && page.language !== "").map((page) => [page.language, told(page)]);
  const blocks = Object.fromEntries(written.map((page) => [page.name, { ...told(page), in: Object.fromEntries(others(page.name)) }]));
  const all = JSON.stringify(blocks); // where pictures that the page draws itself are gone
  const pictures = [...texts.files].filter(([name]) => all.includes(JSON.stringify(name)));
  const contents = contentsOf(pages[0], pages.filter((page) => page.name === pages[0].name && page.language !== ""));
  if (reference) contents.push({ title: blocks[reference].title, pages: [{ page: reference, title: blocks[reference].title }] });
  return { texts: { contents, pages: blocks }, pictures };
}
