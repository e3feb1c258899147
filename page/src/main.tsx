// Begins the page: joins its state, the views, the back end and the browser.
import { render } from "preact";
import { load } from "./assets/beside";
import { local } from "./browser/local_storage";
import { randomId } from "./browser/random_id";
import { openBackend } from "./backend/open";
import { App } from "./state/app";
import type { Texts } from "./model/learn_texts";
import type { GamesTold } from "./model/events";
import { routeOf } from "./model/route";
import { type BuiltCatalogue, picturesOf } from "./model/built";
import { listenForPastes } from "./share/paste";
import { Settings } from "./state/settings";
import { TableSettings } from "./state/table_settings";
import { canTurn } from "./board/box";
import { Speaker } from "./sound/speaker";
import { Page } from "./view/page";
import { showSafely } from "./view/shown";
import { fetchTexts, speak, w } from "./strings/strings";

declare const SITE: boolean; // these are said by build.mjs
declare const BUILD: string;

showSafely();
const settings = new Settings(local);
const backend = openBackend(speak([settings.language, ...navigator.languages]));

/** Speaks the language that was chosen, else that of the server, or where there is none, of the browser. */
function speakWanted(): string {
  return speak([settings.language, ...(backend.speak || !backend.language ? navigator.languages : [backend.language])]);
}

/** Pictures of games that the page came with, and the language of what is in them. */
const printed: BuiltCatalogue["pictures"] = new Map();
const language = speakWanted();
for (const picture of document.querySelectorAll<HTMLAnchorElement>("#page .games a.picture")) {
  const route = routeOf(picture.hash);
  const stage = picture.querySelector(".stage");
  if (route.at === "play" && stage) printed.set(route.game, stage.innerHTML);
}

/** What home/home.tsx wrote. */
interface CatalogueFile extends Omit<BuiltCatalogue, "pictures"> {
  build: string;
  pictures: NonNullable<GamesTold["pictures"]>;
}

/** What there is to play, as the site was built with, or as the server tells without a session; null: it is not known. */
async function loadCatalogue(wanted: string): Promise<BuiltCatalogue | null> {
  if (!SITE) return (await backend.firstSight?.(["home", "open"].includes(routeOf(location.hash).at))) ?? null;
  try {
    const { build, games, methods, pictures } = (await (await load(`home-${wanted}.json?${BUILD}`)).json()) as CatalogueFile;
    if (build !== BUILD) return null;
    return { games, methods, pictures: new Map(wanted === language ? [...printed, ...picturesOf(pictures)] : []) };
  } catch {
    return null; // there is no network
  }
}
const firstCatalogue = loadCatalogue(language);

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
/** Whether it is to be drawn before anything else is done, or with the next frame. */
let [soon, later] = [false, false];
/** The language whose texts were asked for last. */
let fetching = "";
/** Whether it is known what there is to show: until then what the page came with is seen. */
let begun = false;

/** Says how the whole document is to look. An attribute that is set, even to what it was, has the browser work out the style
 * of each element anew. */
function mark(name: string, value: string): void {
  const html = document.documentElement;
  if (html.getAttribute(name) !== value) html.setAttribute(name, value);
}

/** Draws again as soon as the texts of a language are here. */
function fetchLanguage(code: string): void {
  if (code === w.locale || code === fetching) return;
  fetching = code;
  void fetchTexts(code).then((found) => found && redraw());
}

function draw(): void {
  soon = later = false;
  if (!begun) return;
  fetchLanguage(speakWanted());
  const root = document.getElementById("page");
  mark("lang", w.locale);
  mark("data-theme", app.settings.theme);
  mark("data-boards", app.settings.boards);
  mark("data-motion", app.still ? "none" : "shown");
  mark("data-screen", !app.tableScreen || app.exercises ? "other" : app.tableScreen.look.zen ? "zen" : "table");
  if (root) render(<Page app={app} />, root);
  document.documentElement.removeAttribute("data-first");
}

/** Whether a person acts just now, rather than an event of the back end. */
function isByHand(): boolean {
  const now = window.event;
  return now !== undefined && now.type !== "message";
}

/** Draws what a person does at once, and what is told once a frame, however much it is; a page that nobody sees has no
 * frames. */
function redraw(now = false): void {
  if (soon) return;
  if (now || isByHand() || document.hidden) {
    soon = true;
    queueMicrotask(draw);
  } else if (!later) {
    later = true;
    requestAnimationFrame(() => later && draw());
  }
}

const speaker = new Speaker();
const app = new App({
  backend,
  redraw,
  after: (ms, then) => void setTimeout(then, ms),
  settings,
  table: { settings: new TableSettings(local), canTurn, sound: (name) => speaker.play(name) },
  speak: speakWanted,
  setFragment: (fragment, replace) => {
    if (replace) history.replaceState(null, "", fragment);
    else location.hash = fragment;
    if (replace && fragment === "#") void app.go(fragment);
  },
  prefersStill: () => still.matches,
  turns: {
    shelf: local,
    load: async (world) => {
      const { Turns, packer, secret, sha256 } = await import("./turns_part");
      return new Turns({ backend, redraw, hash: sha256, packer, secret, id: randomId, ...world });
    },
  },
  parts: () => import("./view/parts"),
  texts: async () => {
    const answer = await load("learn.json");
    if (!answer.ok) throw new Error(`learn.json: ${answer.status}`);
    return (await answer.json()) as Texts;
  },
  unpack: async (packed) => (await import("./share/packed")).unpack(packed),
  shelf: local,
  catalogue: () => (!SITE || speakWanted() === language ? firstCatalogue : loadCatalogue(speakWanted())),
});

still.addEventListener("change", () => app.seating.setPace());
listenForPastes(app);

/** The style of other screens than Home, which site/first.js has asked for; without it the page goes on too. */
const styled = new Promise<void>((done) => {
  const link = document.getElementById("later-style");
  if (link) for (const end of ["load", "error"]) link.addEventListener(end, () => done());
  else done();
});

async function begin(): Promise<void> {
  const [, found] = await Promise.all([firstCatalogue, fetchTexts(language), styled]);
  if (!found) await fetchTexts("en");
  await fetchTexts(speakWanted()); // the server has said what it speaks
  begun = true;
  if (routeOf(location.hash).at !== "home") document.getElementById("page")?.replaceChildren(); // Preact would leave parts of Home below
  // an event of an address that is no longer there is followed by one of the present address
  window.addEventListener("hashchange", ({ newURL }) => newURL === location.href && void app.go(location.hash));
  redraw();
  void app.go(location.hash);
}
void begin();
