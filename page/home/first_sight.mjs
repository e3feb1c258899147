// What the site shows before its engine is there: Home, made by the engine that it gets, in each language.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const STAGE = /(<span class="stage" aria-hidden="true">)(.*?)(<\/span>)/gs;

/** Of each language, from the path of its catalogue ("" for English, which is first): the HTML of Home, its data, and what the
 * site is, in a sentence. `define` is that of the page. */
export async function firstSights(engine, catalogues, define) {
  const { outputFiles } = await build({
    absWorkingDir: join(here, ".."),
    entryPoints: ["home/home.tsx"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    define,
  });
  const { firstSight } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  const sights = [];
  for (const [language, path] of catalogues) sights.push({ language, ...(await firstSight(readFileSync(engine), path ? readFileSync(path) : null, language)) });
  return sights;
}

/** An element of text: the only thing in which a picture differs from language to language. */
const TEXT = /<text\b.*?<\/text>/gs;

/** The picture in another language: "" where it is the same, else the texts that are not, each with its place among all texts; the
 * whole picture where more differs. */
function wordsOf(picture, other) {
  if (picture === other) return "";
  const texts = picture.match(TEXT) ?? [];
  if (picture.replace(TEXT, "") !== other.replace(TEXT, "")) return other;
  const own = (other.match(TEXT) ?? []).map((text, at) => (text === texts[at] ? "" : text.replace("<text", `<text data-at="${at}"`)));
  return `<svg class="words">${own.join("")}</svg>`;
}

/** The sights as HTML: the first one is shown, the others wait for src/site/first.js, and have of the pictures only what differs. */
export function htmlOf([first, ...others]) {
  const pictures = [...first.html.matchAll(STAGE)].map(([, , picture]) => picture);
  const waiting = others.map(({ language, html }) => {
    let at = 0;
    const own = html.replace(STAGE, (_, begin, picture, end) => begin + wordsOf(pictures[at++], picture) + end);
    return `<template id="page-${language}">${own}</template>\n`;
  });
  return `<div id="page">${first.html}</div>\n${waiting.join("")}`;
}
