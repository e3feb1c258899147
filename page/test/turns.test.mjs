// Two people play by turns, each in a browser of their own, by links alone. On the site only.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { after, before } from "node:test";
import { inflateSync } from "node:zlib";
import { findings } from "./axe.mjs";
import { browser, test } from "./browser.mjs";
import { isInView } from "./hands.mjs";
import { serveSite } from "./static.mjs";

const here = {};
before(async () => {
  here.server = await serveSite();
  here.anna = await browser();
  here.ben = await browser({ viewport: { width: 360, height: 740 }, hasTouch: true });
});
after(async () => {
  await here.anna?.end();
  await here.ben?.end();
  await here.server?.end();
});

/** Opens an address, also where only its fragment is another one. */
async function open(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
}
const ply = (page, n, state = "") => page.waitForSelector(`main.table[data-ply="${n}"]${state && `[data-state=${state}]`}`);
const press = (page, id) => page.locator(`svg.board [data-id="${id}"]`).click();
const told = (page, text) => page.waitForSelector(`text=${text}`);

/** The link that the page shows, once it is not `before`. */
async function linkOf(page, before = "") {
  await page.waitForFunction((old) => (document.querySelector(".turns")?.getAttribute("data-link") ?? old) !== old, before);
  return page.getAttribute(".turns", "data-link");
}

async function begin(page, game) {
  await open(page, `${here.server.base}#friend=${game}`);
  await page.waitForSelector(".setup form");
  assert.ok(await page.getByLabel("A friend, by turns").isChecked());
  await page.click("form button[type=submit]");
  await page.waitForSelector("main.table .turns");
}

test("a game goes from one browser to the other by links", async () => {
  const [anna, ben] = [here.anna.page, here.ben.page];
  await begin(anna, "tictactoe");
  await ply(anna, 0, "ask");
  await press(anna, "b2");
  here.first = await linkOf(anna);
  assert.match(here.first, /#t=[\w-]+$/);
  await ply(anna, 1, "wait");
  assert.equal(await anna.locator("main button:has-text('Take back'), main button:has-text('Hint')").count(), 0);
  await anna.click(".turns button:has-text('QR code')");
  await anna.waitForSelector(".turns svg.qr path.dark");
  assert.deepEqual(await findings(anna), []);
  await open(ben, here.first);
  await ply(ben, 1, "ask");
  assert.match(ben.url(), /#turns=[0-9a-f]{16}$/, "the link is out of the address");
  assert.deepEqual(await findings(ben), []);
  await press(ben, "a1");
  here.second = await linkOf(ben);
  await open(anna, here.first);
  await told(anna, "This is your own link.");
  await open(anna, here.second);
  await ply(anna, 2, "ask");
  await anna.reload();
  await ply(anna, 2, "ask");
});

test("both seats, what is to be done and the actions are in view on a small laptop, and say whose they are", async () => {
  const { page } = here.anna;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 640 });
  await begin(page, "yahtzee");
  await linkOf(page); // the friend's number is wanted for the first throw
  assert.deepEqual(await page.locator(".seat b").allTextContents(), ["Your friend", "You"]);
  for (const part of [".seats.above", ".seats.below", ".status", ".turns .link", ".moves-head", ".controls"]) assert.ok(await isInView(page, part), part);
  await page.setViewportSize(before);
});

test("a link that is older, differs or is damaged is told, and what is known stays", async () => {
  const [anna, ben] = [here.anna.page, here.ben.page];
  await open(anna, here.first);
  await told(anna, "This link is older");
  await ply(anna, 2, "ask");
  const other = await here.ben.context.newPage();
  await other.goto(here.server.base);
  await other.evaluate(() => localStorage.removeItem("hra.turns")); // as in another browser
  await open(other, here.first);
  await ply(other, 1, "ask");
  await press(other, "c3");
  await open(anna, await linkOf(other));
  await told(anna, "This link differs from the game that is known here, from turn 2 on.");
  await ply(anna, 2, "ask");
  await other.close();
  await open(ben, here.first.slice(0, -3));
  await told(ben, "This link is damaged.");
  await open(ben, `${here.server.base}#t=AAAA`);
  await told(ben, "This link is damaged.");
  await open(ben, linkWith("0123456789abcdef\n0tictactoe\nb2\nb2\nb1"));
  await told(ben, "Turn 2 is wrong: illegal move 'b2'");
  await open(ben, linkWith("0123456789abcdef\n0empire\nx"));
  await told(ben, "This game cannot be played by turns.");
});

test("a link may be pasted, or come as a file that is dropped", async () => {
  const { page } = here.ben;
  await open(page, here.server.base);
  await page.waitForSelector(".game");
  await page.evaluate((link) => {
    const data = new DataTransfer();
    data.items.add(new File([link], "tictactoe-by-turns.txt"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, linkWith("fedcba9876543210\n0nim\nb2"));
  await ply(page, 1, "ask");
});

test("the game ends on both sides, and is in the list", async () => {
  const [anna, ben] = [here.anna.page, here.ben.page];
  await ben.evaluate(() => localStorage.removeItem("hra.turns")); // the game has no dice, so that any browser may go on
  let link = here.second;
  for (const [page, id, n] of [[anna, "b1", 3], [ben, "c1", 4], [anna, "b3", 5]]) {
    await open(page, link);
    await ply(page, n - 1, "ask");
    await press(page, id);
    link = await linkOf(page);
    await ply(page, n);
  }
  await told(anna, "The game is over. Send this link");
  await open(ben, link);
  await ply(ben, 5, "over");
  await open(ben, here.server.base);
  await ben.waitForSelector(".turn-games li:has-text('Tic-tac-toe'):has-text('over')");
});

test("a draw is offered with a turn and accepted by a link, between people with names", async () => {
  const [anna, ben] = [here.anna.page, here.ben.page];
  await begin(anna, "checkers");
  await anna.getByLabel("Your name, for your friend").fill("Anna");
  await anna.press(".turns input", "Tab");
  await anna.waitForSelector(".seat b:text-is('Anna')");
  await anna.click(".turns button:has-text('Offer a draw')");
  await told(anna, "You offer a draw with this turn.");
  await anna.fill("#typed-move", "9-14");
  await anna.press("#typed-move", "Enter");
  const first = await linkOf(anna);
  await told(anna, "You have offered a draw.");
  await open(ben, first);
  await ply(ben, 1, "ask");
  await ben.waitForSelector(".seat b:text-is('Anna')");
  await told(ben, "Your friend offers a draw. A move refuses it.");
  assert.deepEqual(await findings(ben), []);
  await ben.click(".turns button:has-text('Accept the draw')");
  await ply(ben, 1, "over");
  const second = await linkOf(ben);
  await open(anna, second);
  await ply(anna, 1, "over");
  assert.equal(await anna.innerText(".outcome h2"), await ben.innerText(".outcome h2"));
  await open(ben, linkWith("00123456789abcde\n0checkers\n9-14\n!accept", 4));
  await told(ben, "Turn 2 is wrong: A draw is accepted that was not offered.");
});

/** Makes the first legal move as long as it is this side's turn; the next link. */
async function turn(page, before) {
  for (;;) {
    await page.waitForFunction((old) => document.querySelector("main.table")?.getAttribute("data-state") === "ask" || (document.querySelector(".turns")?.getAttribute("data-link") ?? old) !== old, before);
    const link = await page.getAttribute(".turns", "data-link");
    if (link && link !== before) return link;
    const at = await page.getAttribute("main.table", "data-ply");
    await page.locator(".legal button").first().evaluate((button) => button.click());
    await page.waitForSelector(`main.table:not([data-ply="${at}"])`);
  }
}

for (const game of ["race", "backgammon", "yahtzee"])
  test(`${game}: both browsers throw the same dice, so that all moves count`, async () => {
    const [anna, ben] = [here.anna.page, here.ben.page];
    await begin(anna, game);
    let link = await linkOf(anna);
    const links = [link];
    for (let i = 1; i < 5; i++) {
      const page = i % 2 ? ben : anna;
      await open(page, link);
      link = await turn(page, "");
      links.push(link);
    }
    await open(ben, link);
    await ben.waitForSelector("main.table[data-state=ask]");
    here.links = links;
    if (game !== "backgammon") return;
    const dice = await ben.locator('svg.board [data-id^="die"]').evaluateAll((all) => all.slice(0, 2).map((die) => /thrown (\d)/.exec(die.getAttribute("aria-label"))?.[1]));
    assert.equal(dice.sort().reverse().join(""), diceOf(await turn(ben, "")));
  });

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** The dice of the sixth turn of backgammon, by its link alone: that has value 5 of who began and value 6 of the friend, whose hash is
 * value 5. */
function diceOf(link) {
  const bytes = Buffer.from(link.split("#t=")[1], "base64url");
  const [a, b] = [2, 3].map((i) => bytes.subarray(6 + 32 * i, 6 + 32 * (i + 1)));
  const numbers = sha256(a, sha256(b));
  const cases = [1, 2, 3, 4, 5, 6].flatMap((high) => [1, 2, 3, 4, 5, 6].filter((low) => low <= high).flatMap((low) => Array(low < high ? 2 : 1).fill(`${high}${low}`)));
  for (let i = 0; i < 32; i += 4) if (numbers.readUInt32BE(i) < 2 ** 32 - (2 ** 32 % 36)) return cases[numbers.readUInt32BE(i) % 36];
  return "";
}

/** A link that holds these bytes after its head. */
function linkOfBytes(flags, body) {
  const sum = body.reduce((all, byte) => Math.imul(all ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  const head = Buffer.from([1, flags, 0, 0, 0, 0]);
  head.writeUInt32BE(sum, 2);
  return `${here.server.base}#t=${Buffer.concat([head, body]).toString("base64url")}`;
}
const linkWith = (text, flags = 0) => linkOfBytes(flags, Buffer.from(text));

/** The link after `change` of what it has: the ends of both chains, the last value of each, and the text. */
function forged(link, change) {
  const bytes = Buffer.from(link.split("#t=")[1], "base64url");
  const [DEFLATED, DICE] = [1, 2];
  const part = (i) => Buffer.from(bytes.subarray(6 + 32 * i, 6 + 32 * (i + 1)));
  const packed = bytes.subarray(6 + 4 * 32);
  const parts = { ends: [part(0), part(1)], values: [part(2), part(3)], text: (bytes[1] & DEFLATED ? inflateSync(packed) : packed).toString() };
  change(parts);
  return linkOfBytes(bytes[1] & ~DEFLATED & (parts.ends.length ? ~0 : ~DICE), Buffer.concat([...parts.ends, ...parts.values, Buffer.from(parts.text)]));
}

/** What a sender may try who dislikes the dice; what the page says then. */
const ATTACKS = {
  "a value that is not of the chain": [(link) => (link.values[0][0] ^= 1), "The proof of the dice is wrong"],
  "the value is withheld, the one before comes again": [(link) => (link.values[0] = link.ends[0]), "The proof of the dice is wrong"],
  "there is no value at all": [(link) => link.values[0].fill(0), "This link is damaged"],
  "there are no chains": [(link) => (link.ends = link.values = []), "The proof of the dice is wrong"],
  "another chain, which proves itself": [(link) => ((link.values[0] = Buffer.alloc(32, 7)), (link.ends[0] = sha256(sha256(sha256(link.values[0]))))), "This link differs"],
  "the friend's own chain is another one": [(link) => (link.ends[1][0] ^= 1), "This link differs"],
  "an earlier move is another one": [(link) => (link.text = link.text.replace(/\n[^\n]*(\n[^\n]*)$/, "\npass$1")), "This link differs"],
};

test("a wrong proof is refused, and only the browser with the secret goes on", async () => {
  const { page } = here.ben;
  const other = await here.anna.context.newPage();
  await other.goto(here.server.base);
  await other.evaluate(() => localStorage.removeItem("hra.turns"));
  await open(other, here.links[3]);
  await told(other, "The secret numbers for your dice are in the browser in which you began this game.");
  await other.close();
  await begin(here.anna.page, "race");
  const first = await linkOf(here.anna.page);
  await open(page, first);
  const second = await turn(page, "");
  await open(here.anna.page, second);
  const third = await turn(here.anna.page, "");
  for (const [attack, [change, text]] of Object.entries(ATTACKS)) {
    await open(page, forged(third, change));
    await told(page, text).catch(() => assert.fail(`${attack}: ${text}`));
  }
  await open(page, forged(third, () => {})); // as it was sent, packed in another way
  await page.waitForSelector("main.table[data-state=ask]");
  await open(page, forged(third, (link) => (link.text = link.text.replace(/[^\n]*$/, "x")))); // a second link for the same turn
  await told(page, "This link differs from the game that is known here, from turn 3 on.");
});

test("games with hidden information or against the clock are not offered", async () => {
  const { page } = here.anna;
  for (const game of ["empire", "pacman"]) {
    await open(page, `${here.server.base}#new=${game}`);
    await page.waitForSelector(".setup form");
    assert.equal(await page.getByLabel("A friend, by turns").count(), 0, game);
  }
  assert.deepEqual([...here.anna.faults, ...here.ben.faults], []);
});
