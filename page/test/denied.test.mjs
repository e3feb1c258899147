// A browser that keeps nothing for pages: it is said, and nothing is waited for. On both back ends (BACK=site).
import assert from "node:assert";
import { begin, onSite } from "./back.mjs";
import { test, visit } from "./browser.mjs";
import { noticed, openForm } from "./hands.mjs";

/** What a browser does that is told to keep nothing: to look at what it would keep is an error. */
const deny = () => {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get: denied });
  LockManager.prototype.request = () => Promise.reject(new DOMException("denied", "SecurityError"));
  window.BroadcastChannel = class {
    constructor() {
      denied();
    }
  };
};

const here = visit(begin);

test("where nothing is kept it is said at once, and a play can be played", async () => {
  const { context, faults } = here.chromium;
  const page = await context.newPage();
  await page.addInitScript(deny);
  await page.goto(here.server.address);
  await noticed(page, onSite ? "Your games are lost when you close this tab." : "open the address that hra serve printed");
  await page.waitForSelector(".game");
  await page.click(".notices .problem button");
  await openForm(page, here.server.base, "tictactoe");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  await page.locator('svg.board [data-id="b2"]').click();
  await page.waitForSelector("main.table[data-ply='2'][data-state=ask]");
  await page.close();
  assert.deepEqual(faults, []);
});
