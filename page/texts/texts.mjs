// The texts of Learn: the pages that docs/learn.md lists, as one file of data. A text that names a page, a heading, a
// picture or an example that there is not ends the build.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { plain, readMarkdown } from "./markdown.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
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

class Page {
  constructor(name, texts) {
    this.name = name;
    this.texts = texts;
    this.path = `docs/${name}.md`;
    this.links = [];
  }

  /** A link of a text: to a page of Learn, to elsewhere, or only words where it leads to a file that is not here. */
  link = (href, of) => {
    if (/^https?:/.test(href)) return { kind: "link", href, of };
    const [file, part = ""] = href.split("#");
    const path = file ? posix.normalize(posix.join(posix.dirname(this.path), file)) : this.path;
    if (!existsSync(join(root, path))) throw new Error(`${this.path} links to ${href}, which there is not`);
    const page = path.replace(/^docs\/(.*)\.md$/, "$1");
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
  return links.map((link) => link.replace(/^docs\/(.*)\.md$/, "$1"));
}

/** Nothing of what is taught is forgotten. */
function checkListed(names) {
  const folders = ["docs/methods", "docs/learning", ...readdirSync(join(root, "docs/games"), { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => `docs/games/${e.name}`)];
  for (const folder of folders.filter((f) => existsSync(join(root, f))))
    for (const file of readdirSync(join(root, folder)).filter((f) => f.endsWith(".md"))) {
      const name = `${folder}/${file}`.replace(/^docs\/(.*)\.md$/, "$1");
      if (!names.has(name)) throw new Error(`${folder}/${file} is not listed in docs/learn.md`);
    }
}

/** The headings of the first page with the pages below each, for the list that stands beside every page. */
function contentsOf(first) {
  const sections = [];
  const linksOf = (part) => (typeof part === "string" ? [] : part.kind === "to" ? [part] : (part.of ?? []).flatMap(linksOf));
  const walk = (block) => (block.items ? block.items.flat().flatMap(walk) : (block.of ?? []).flatMap(linksOf));
  for (const block of first.blocks) {
    if (block.kind === "heading" && block.level === 2) sections.push({ title: plain(block.of), pages: [] });
    else if (block.kind === "ul" && sections.length > 0) sections[sections.length - 1].pages.push(...walk(block).map((to) => ({ page: to.page, title: plain(to.of) })));
  }
  return sections;
}

/** `texts`: what the page loads; `pictures`: the files it shows, by the names under which it asks for them. */
export function readTexts() {
  const names = new Set(["learn", ...listed("docs/learn.md")]);
  const texts = { names, files: new Map() };
  checkListed(names);
  const pages = [...names].map((name) => new Page(name, texts));
  for (const page of pages) page.read();
  const parts = new Map(pages.map((page) => [page.name, new Set(page.blocks.filter((b) => b.kind === "heading").map((b) => b.id))]));
  for (const page of pages)
    for (const { page: to, part } of page.links) if (part && !parts.get(to).has(part)) throw new Error(`${page.path} links to ${to}#${part}, which there is not`);
  const blocks = Object.fromEntries(pages.map(({ name, title, blocks }) => [name, { title, blocks }]));
  const all = JSON.stringify(blocks); // where pictures that the page draws itself are gone
  const pictures = [...texts.files].filter(([name]) => all.includes(JSON.stringify(name)));
  return { texts: { contents: contentsOf(pages[0]), pages: blocks }, pictures };
}
