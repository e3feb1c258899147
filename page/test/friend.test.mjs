// Two people at two machines: links, who is there, a game, another game, and what a guest cannot do. Behind the server only.
import assert from "node:assert";
import { createServer, request as ask } from "node:http";
import { createServer as createNetServer } from "node:net";
import { after, before } from "node:test";
import { findings } from "./axe.mjs";
import { browser, serve, test } from "./browser.mjs";

const here = {};
before(async () => {
  here.server = await serve();
  here.owner = await browser();
  here.guest = await browser({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await here.owner.page.goto(here.server.address);
  await here.owner.page.waitForSelector(".game");
});
after(async () => {
  await here.owner?.end();
  await here.guest?.end();
  await here.server?.end();
});

const ply = (page, n) => page.waitForSelector(`main.table[data-ply="${n}"]`);
const press = (page, id) => page.locator(`svg.board [data-id="${id}"]`).click();
const people = (page, text) => page.waitForFunction((wanted) => document.querySelector(".friends .people")?.textContent?.includes(wanted), text);

async function linkOf(page, place) {
  await page.click(`.friend-panel [data-place="${place}"] button:has-text("Make a link")`);
  return page.inputValue(`.friend-panel [data-place="${place}"] input`);
}

test("a link for a seat and one for watching are made, each shown once", async () => {
  const { page } = here.owner;
  await page.goto(`${here.server.base}#new=tictactoe`);
  await page.waitForSelector(".setup form");
  await page.getByLabel("A friend, by a link").check();
  await page.click("form button[type=submit]");
  await page.waitForSelector(".friend-panel[open]");
  here.link = await linkOf(page, 1);
  here.watch = await linkOf(page, "watch");
  assert.match(here.link, /^http:\/\/127\.0\.0\.1:\d+\/#s=[0-9a-f]{32}$/);
  assert.notEqual(here.link, here.watch);
  await page.click('.friend-panel [data-place="1"] button:has-text("QR code")');
  await page.waitForSelector(".friend-panel svg.qr path.dark");
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".friend-panel", { state: "detached" });
  await page.click("button:has-text('Links')");
  await page.waitForSelector(".friend-panel[open]");
  assert.equal(await page.locator('.friend-panel [data-place="1"] input').count(), 1, "it is known as long as the page is open");
  await page.keyboard.press("Escape");
});

test("the friend comes by the link, which is out of the address at once", async () => {
  const { page } = here.guest;
  await page.goto(here.link);
  await page.waitForSelector("main.table[data-state=wait] svg.board");
  assert.ok(!page.url().includes("s="), page.url());
  assert.equal(await page.locator("header nav").count(), 0, "a guest has one table");
  await people(page, "You play O.");
  await people(page, "X is here");
  await people(here.owner.page, "O is here");
  assert.deepEqual(await findings(page), []);
});

test("they play, each for one seat, and a third one watches", async () => {
  const [owner, guest] = [here.owner.page, here.guest.page];
  await press(owner, "b2");
  await ply(guest, 1);
  await press(guest, "a1");
  await ply(owner, 2);
  const third = await here.guest.context.newPage();
  await third.goto(here.watch);
  await third.waitForSelector("main.table[data-ply='2'] svg.board");
  await people(third, "You are watching.");
  await people(owner, "1 person watching");
  for (const [page, id, n] of [[owner, "b1", 3], [guest, "b3", 4], [owner, "a3", 5], [guest, "c1", 6], [owner, "a2", 7], [guest, "c2", 8]]) {
    await press(page, id);
    await ply(owner, n);
    await ply(guest, n);
  }
  await ply(third, 8);
  assert.equal(await third.locator(".asks.elsewhere").count(), 0, "whoever watches is not offered a seat");
  await third.close();
});

test("each asks the other to take a move back", async () => {
  const [owner, guest] = [here.owner.page, here.guest.page];
  const back = (page) => page.click(".controls button:has-text('Take back')");
  const question = (page, name) => page.waitForSelector(`.notices .asks:has-text("${name} asks to take a move back.")`);
  await back(guest); // its last move
  await question(guest, "O").then((asks) => asks.$("button")).then((button) => assert.equal(button, null, "who asks does not answer"));
  await question(owner, "O");
  assert.deepEqual(await findings(owner), []);
  await owner.click(".notices .asks button:has-text('Accept')");
  await ply(guest, 7);
  await ply(owner, 7);
  await press(guest, "c2");
  await ply(owner, 8);
  await back(owner);
  await question(guest, "X");
  await guest.click(".notices .asks button:has-text('Decline')");
  await owner.waitForSelector(".notices .asks", { state: "detached" });
  await ply(guest, 8);
});

test("a guest has no adviser or review, and a reload finds the table again", async () => {
  const { page } = here.guest;
  for (const text of ["Hint", "Adviser", "Review", "Analyse"]) assert.equal(await page.locator(`main button:has-text('${text}'), main summary:has-text('${text}')`).count(), 0, text);
  await page.reload();
  await ply(page, 8);
  await people(here.owner.page, "O is here");
  await page.goto(`${here.server.base}#new=nim`);
  await ply(page, 8);
});

test("at the end the guest asks for another game, and the owner starts it", async () => {
  const [owner, guest] = [here.owner.page, here.guest.page];
  await press(owner, "c3");
  await guest.waitForSelector("main.table[data-state=over]");
  await guest.click("button:has-text('Ask for another game')");
  await guest.waitForSelector("text=You asked for another game.");
  await people(owner, "O asks for another game.");
  await owner.locator(".outcome button", { hasText: /^Play again/ }).click();
  await ply(guest, 0);
  await press(owner, "b2");
  await ply(guest, 1);
});

test("when the friend goes it is seen, and an invitation that is withdrawn ends at once", async () => {
  const { page } = here.owner;
  const again = await here.guest.context.newPage();
  await here.guest.page.close();
  await people(page, "O is away");
  await again.goto(here.link);
  await people(page, "O is here");
  await page.click("button:has-text('Links')");
  await page.click('.friend-panel [data-place="1"] button:has-text("Withdraw")');
  await again.waitForSelector("text=This invitation has ended.");
  await page.keyboard.press("Escape");
  await again.goto(here.watch);
  await again.waitForSelector("main.table[data-ply='1'] svg.board");
  await again.goto(here.link); // in the same tab: only the fragment changes
  await again.waitForSelector("text=This invitation has ended.");
  const faults = [...here.owner.faults, ...here.guest.faults].filter((text) => !text.includes("401"));
  assert.deepEqual(faults, []);
});

/** A port that is free now. */
function freePort() {
  return new Promise((done) => {
    const holder = createNetServer().listen(0, "127.0.0.1", () => {
      const { port } = holder.address();
      holder.close(() => done(port));
    });
  });
}

test("behind a proxy, in a folder, the links begin with the public address", async () => {
  const port = await freePort();
  const asked = [];
  const proxy = createServer((request, answer) => {
    asked.push(request.url);
    const headers = { ...request.headers, "x-forwarded-for": "192.0.2.7" };
    const onward = ask({ host: "127.0.0.1", port, path: request.url, method: request.method, headers }, (got) => {
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${proxy.address().port}/club`;
  const server = await serve({ port, more: ["--public-url", url, "--trusted-proxy", "127.0.0.1"] });
  const page = await here.owner.context.newPage();
  const friend = await here.guest.context.newPage();
  assert.ok(server.address.startsWith(`${url}/#`), server.address);
  await page.goto(server.address.replace("/#", "#")); // without the '/' at the end of the folder it is led there
  await page.waitForSelector(".game");
  await page.goto(`${url}/#new=tictactoe~human~human`);
  await page.waitForSelector(".setup form");
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table[data-state=ask]");
  await page.click("button:has-text('Play with a friend')");
  const link = await linkOf(page, 1);
  assert.ok(link.startsWith(`${url}/#s=`), link);
  await page.keyboard.press("Escape");
  await friend.goto(link);
  await people(page, "O is here");
  await press(page, "b2");
  await ply(friend, 1);
  await press(friend, "a1");
  await ply(page, 2);
  assert.ok(asked.every((path) => path === "/club" || path.startsWith("/club/")), "all addresses are in the folder");
  const key = link.replace(/.*#s=/, "");
  assert.ok(!asked.some((path) => path.includes(key)), "no key is in an address that a proxy could log");
  await page.close();
  await friend.close();
  await server.end();
  proxy.closeAllConnections();
  proxy.close();
});
