// A tree as it is seen, as a file of its own: SVG that needs no style sheet, with what the step says above it.

/** What a style sheet says of shapes and letters, all of it inherited; as attributes no policy of a page forbids it. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor"];
const LINE = 20; // pixels
const LETTER = 8; // pixels that a letter takes at most, more or less
const NARROWEST = 480; // pixels

/** Gives a copy the looks of what it was made of; `above`: the looks of the element around it. */
function dress(from: Element, to: Element, above: CSSStyleDeclaration | null): void {
  const now = getComputedStyle(from);
  for (const name of STYLES) {
    const value = now.getPropertyValue(name);
    if (value !== above?.getPropertyValue(name)) to.setAttribute(name, value === "rgba(0, 0, 0, 0)" ? "none" : value);
  }
  if (now.opacity !== "1") to.setAttribute("opacity", now.opacity);
  const said = to.getAttribute("aria-label");
  for (const { name } of [...to.attributes]) if (/^(aria-|data-|class$|role$|tabindex$)/.test(name)) to.removeAttribute(name);
  for (const [i, child] of [...from.children].entries()) dress(child, to.children[i] as Element, now);
  if (said) to.prepend(made("title", {}, said));
}

function made(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1];
    if (line !== undefined && line.length + word.length < most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function pictureOf(svg: SVGSVGElement, said: string): string {
  const { width, height } = svg.viewBox.baseVal;
  const w = Math.max(width, NARROWEST);
  const lines = wrapped(said, (w - LINE) / LETTER);
  const h = height + (lines.length + 1) * LINE;
  const top = height - h;
  const left = (width - w) / 2;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const onlyToPress = [...copy.querySelectorAll(".leaf-field, [data-fold]")].filter((one) => !one.textContent?.startsWith("+"));
  dress(svg, copy, null);
  for (const one of onlyToPress) one.remove();
  const fill = getComputedStyle(svg).getPropertyValue("color");
  const ground = made("rect", { x: left, y: top, width: w, height: h, fill: getComputedStyle(svg.parentElement ?? svg).backgroundColor, stroke: "none" });
  const words = lines.map((line, i) => made("text", { x: left + LINE / 2, y: top + (i + 1) * LINE, fill, stroke: "none", "font-size": 14, "text-anchor": "start" }, line));
  copy.prepend(made("title", {}, said), ground, ...words);
  for (const [name, value] of Object.entries({ width: w, height: h, viewBox: `${left} ${top} ${w} ${h}` })) copy.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(copy);
}
