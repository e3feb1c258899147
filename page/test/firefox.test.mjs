// Firefox plays three games to their end, by what a person would press and type. On both back ends (BACK=site).
import assert from "node:assert";
import { after, before } from "node:test";
import { begin } from "./back.mjs";
import { test } from "./browser.mjs";
import { firefox } from "./firefox.mjs";
import { chance, playOn } from "./hands.mjs";

const here = {};
before(async () => {
  here.server = await begin();
  here.page = await firefox();
  await here.page.goto(here.server.address);
  await here.page.waitForFunction(() => document.querySelectorAll(".game").length >= 9);
});
after(async () => {
  await here.page?.end();
  await here.server?.end();
});

/** Runs in the page: what went wrong is remembered, also what the policy forbade. */
function listen() {
  window.wrong = [];
  addEventListener("error", (event) => window.wrong.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => window.wrong.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => window.wrong.push(`policy: ${event.effectiveDirective} forbade ${event.blockedURI}`), true);
}

for (const game of ["tictactoe", "checkers", "yahtzee"])
  test(`Firefox plays ${game} to its end`, async () => {
    const { page, server } = here;
    await page.goto("about:blank");
    await page.goto(`${server.base}#new=${game}`);
    await page.evaluate(listen);
    await page.waitForFunction(() => document.querySelector(".setup form button[type=submit]") !== null);
    await page.click(".setup form button[type=submit]");
    await page.waitForFunction(() => document.querySelector("main.table") !== null);
    await playOn(page, "mouse", chance(7));
    assert.match(await page.evaluate(() => document.querySelector(".outcome h2").textContent), /win|lose|draw/i);
    assert.deepEqual(await page.evaluate(() => window.wrong), []);
  });
