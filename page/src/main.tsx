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

/** Draws once a frame, however much has changed. */
function redraw(): void {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    const root = document.getElementById("page");
    document.documentElement.lang = speak([app.settings.language, ...navigator.languages]);
    document.documentElement.dataset["theme"] = app.settings.theme;
    document.documentElement.dataset["motion"] = app.still ? "none" : "shown";
    if (root) render(<Page app={app} />, root);
  });
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
window.addEventListener("hashchange", () => void app.go(location.hash));
redraw();
void app.go(location.hash);
