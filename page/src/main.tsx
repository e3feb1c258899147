// Begins the page: joins the model, the views and the browser.
import { render } from "preact";
import { openBack } from "./back/open";
import { App } from "./model/app";
import type { Texts } from "./learn/texts";
import type { Shelf } from "./model/settings";
import { Page } from "./view/page";
import { speak } from "./words/words";

function shelf(): Shelf | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let drawing = false;

/** Says how the whole document is to look. An attribute that is set, even to what it was, has the browser work out the style
 * of each element anew. */
function mark(name: string, value: string): void {
  const html = document.documentElement;
  if (html.getAttribute(name) !== value) html.setAttribute(name, value);
}

function draw(): void {
  drawing = false;
  const root = document.getElementById("page");
  mark("lang", speak([app.settings.language, ...navigator.languages]));
  mark("data-theme", app.settings.theme);
  mark("data-motion", app.still ? "none" : "shown");
  if (root) render(<Page app={app} />, root);
}

/** Draws once a frame, however much has changed; a page that nobody sees has no frames. */
function redraw(): void {
  if (drawing) return;
  drawing = true;
  if (document.hidden) queueMicrotask(draw);
  else requestAnimationFrame(draw);
}

const app = new App({
  back: openBack(),
  redraw,
  after: (ms, then) => void setTimeout(then, ms),
  shelf: shelf(),
  setFragment: (fragment, replace) => {
    if (replace) history.replaceState(null, "", fragment);
    else location.hash = fragment;
    if (replace && fragment === "#") void app.go(fragment);
  },
  prefersStill: () => still.matches,
  texts: async () => {
    const answer = await fetch("learn.json");
    if (!answer.ok) throw new Error(`learn.json: ${answer.status}`);
    return (await answer.json()) as Texts;
  },
});

still.addEventListener("change", () => app.setPace());
window.addEventListener("hashchange", () => {
  void app.go(location.hash);
  draw(); // at once: nothing is to be pressed on a screen that was left
});
redraw();
void app.go(location.hash);
