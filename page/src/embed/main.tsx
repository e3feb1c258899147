// Begins the frame: what its address names is shown when somebody asks for it.
import { render } from "preact";
import { type Route, routeOf } from "../model/route";
import { unpack } from "../share/packed";
import { fetchTexts, speak, w } from "../strings/strings";
import { showSafely } from "../view/shown";
import { FrameBackend } from "./frame_backend";
import { FrameView } from "./view";
import { type Step, Viewer } from "./viewer";

showSafely();
const language = speak(navigator.languages);

let backend: FrameBackend | null = null;
let route: Route = { at: "home" };
let viewer: Viewer | null = null;

function draw(): void {
  document.documentElement.lang = w.locale;
  const root = document.getElementById("page");
  if (root && viewer) render(<FrameView viewer={viewer} route={route} loading={backend?.loading ?? null} />, root);
}

/** The engine, started once. */
function open(): FrameBackend {
  backend ??= new FrameBackend(language);
  backend.ontrouble = draw;
  return backend;
}

function begin(): void {
  viewer?.leave();
  route = routeOf(location.hash);
  viewer = new Viewer(route, { open, unpack, redraw: draw });
  draw();
}

const keys: Record<string, Step> = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const step = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key];
  if (!step || !viewer?.can(step)) return;
  event.preventDefault();
  void viewer.go(step);
});
window.addEventListener("hashchange", begin);
void fetchTexts(language).then(() => {
  speak([language]);
  begin();
});
