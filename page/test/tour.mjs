// A walk through the screens of the page, for pictures and for axe: each stop is reached by what a person would press.
import { openForm } from "./hands.mjs";
import { en } from "./speech.mjs";

/** Games of a club, the third of them damaged. */
const CLUB = ["Ann", "Bea", "Cyd", "Dan", "Eve", "Fay"]
  .map((name, i) => `[Event "Club"]\n[Black "${name}"]\n[White "Bob"]\n[Date "2001.02.0${i + 1}"]\n[Result "1-0"]\n\n1. 11-15 {usual} 22-17! (22-18 $2 15x22 25x18 {gives up a man}) 2. 8-11 ${i === 2 ? "9-13" : "17-13"} 1-0\n\n`)
  .join("");

const asked = "main.table[data-state=ask]";

async function sit(page, base, game, fill = async () => {}) {
  await openForm(page, base, game);
  await page.fill("#seed", "5");
  await fill();
  await page.click("form button[type=submit]");
  await page.waitForSelector(`${asked}, main.table[data-state=over]`);
}

async function rival(page, spec) {
  await page.locator(".seat-form").nth(1).locator("select").selectOption("own");
  await page.locator(".seat-form").nth(1).locator("input").fill(spec);
}

async function move(page, text) {
  const ply = await page.locator("main.table").getAttribute("data-ply");
  await page.fill("#typed-move", text);
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => {
    const main = document.querySelector("main.table");
    return main.dataset.ply !== before && main.dataset.state !== "wait";
  }, ply);
}

/** The stops, in their order: `name`, how to come there, and what is new there where not all is. `w`: the table of the
 * language that the page speaks. */
export function stops(page, base, w = en) {
  return [
    [
      "home",
      async () => {
        await page.goto(base);
        await page.waitForFunction((lang) => document.documentElement.lang === lang && document.querySelectorAll(".game svg").length >= 9, w.locale);
      },
    ],
    [
      "setup",
      async () => {
        await page.goto(`${base}#new=checkers`);
        await page.waitForSelector(".setup form");
        await page.click(`text=${w.settings}`);
      },
    ],
    [
      "checkers",
      async () => {
        await page.click(`text=${w.settings}`);
        await sit(page, base, "checkers", () => rival(page, "alphabeta:depth=2,eval=material"));
        await move(page, "9-14");
        await page.click('[data-id="5.black"], [data-id="11.black"]');
        await page.waitForSelector(".board .chosen");
      },
    ],
    [
      "advice",
      async () => {
        await page.keyboard.press("Escape");
        await page.click(`summary:has-text('${w.adviser}')`);
        await page.click(`text=${w.adviserOn}`);
        await page.fill("#adviser", "alphabeta:depth=4");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".numbers .best");
      },
    ],
    [
      "analysis",
      async () => {
        await page.click(`text=${w.adviserOn}`);
        await page.click(`summary:has-text('${w.analysis}')`);
        for (const who of ["alphabeta", "montecarlo:playouts=20"]) {
          await page.fill("input[name=player]", who);
          await page.selectOption("select[name=limit]", "depth=2");
          await page.click(".analyse button[type=submit]");
        }
        await page.waitForFunction(() => document.querySelectorAll(".run .numbers").length === 2);
      },
    ],
    [
      "search-tree",
      async () => {
        await page.click(`button[aria-label^='${w.tree.askOf("alphabeta")}']`);
        await page.waitForSelector(".tree-panel[data-tree=shown]");
        await page.click(`.tree-tools button:has-text('${w.tree.unfoldAll}')`);
        for (let i = 0; i < 5; i++) await page.click("[data-step=back]");
      },
    ],
    ["search-outline", () => page.click(`.tree-tools button:has-text('${w.tree.outline}')`)],
    ["yahtzee", () => sit(page, base, "yahtzee")],
    [
      "review",
      async () => {
        await sit(page, base, "tictactoe", () => rival(page, "minimax"));
        await move(page, "b1");
        for (let i = 0; i < 4 && (await page.locator(asked).count()) > 0; i++) {
          await move(page, await page.locator(".legal button").first().textContent());
        }
        await page.click(`.outcome button:has-text('${w.reviewStart}')`);
        await page.waitForSelector(".graph");
        await page.waitForSelector(".panel .numbers");
        const next = page.locator(`text=${w.nextMistake}`);
        if (await next.count()) await next.click();
      },
    ],
    [
      "mistakes",
      async () => {
        await page.click(`text=${w.exercise.mistakes}`);
        await page.waitForSelector("main.exercise[data-exercise=asks]");
        await page.click(`.exercise button:has-text("${w.exercise.hint}")`);
        await page.waitForSelector(".hint-text");
      },
    ],
    ["race", () => sit(page, base, "race")],
    ["empire", () => sit(page, base, "empire", () => rival(page, "random"))],
    ["pacman", () => sit(page, base, "pacman")],
    ["backgammon", () => sit(page, base, "backgammon")],
    [
      "chess",
      async () => {
        await sit(page, base, "chess", async () => {
          await rival(page, "greedy");
          await page.locator("details input.mono").last().fill("r1bqk2r/pP3ppp/2n2n2/4p2Q/2B1P3/8/P1PP1PPP/RNB1K1NR w KQkq - 0 9");
        });
        await page.click('[data-id="b7"]', { force: true });
        await page.click('[data-id="c8"]', { force: true });
        await page.waitForSelector('[data-id="queen"].next');
      },
    ],
    [
      "connect4",
      async () => {
        await sit(page, base, "connect4", () => rival(page, "greedy"));
        await move(page, "4");
      },
    ],
    ["nim", () => sit(page, base, "nim", () => rival(page, "random"))],
    ["tree", () => sit(page, base, "tree", () => rival(page, "minimax"))],
    [
      "manual",
      async () => {
        await openForm(page, base, "yahtzee");
        await page.locator("select:has(option[value=manual])").selectOption("manual");
        await page.click("form button[type=submit]");
        await page.waitForSelector(asked);
      },
    ],
    [
      "match",
      async () => {
        await page.goto(`${base}#match=tictactoe`);
        await page.waitForSelector(".setup form");
      },
    ],
    [
      "matched",
      async () => {
        const players = page.locator(".setup form input[list=match-players]");
        await players.nth(0).fill("minimax:depth=2");
        await page.locator("input[type=number]").fill("60");
        await page.locator("input[inputmode=numeric]").fill("7");
        await page.click("form button[type=submit]");
        await page.waitForSelector("progress[value='60']");
        await page.waitForSelector("form button[type=submit]:enabled");
      },
    ],
    [
      "learn",
      async () => {
        await page.goto(`${base}#learn=learn`);
        await page.waitForSelector("main.learn article h1");
      },
    ],
    [
      "text",
      async () => {
        await page.goto(`${base}#learn=methods/alphabeta`);
        await page.waitForSelector(".example .found");
        await page.waitForFunction(() => !document.querySelector(".example[data-state=runs]"));
        await page.click("article summary >> nth=0");
        await page.click(".example [role=treeitem][aria-label^='c1']");
        await page.waitForSelector(".leaf-field input");
      },
    ],
    [
      "lesson",
      async () => {
        await page.goto(`${base}#learn=lesson`);
        await page.waitForSelector("main.learn[data-page=lesson] .example .tree");
        await page.waitForFunction(() => !document.querySelector(".example[data-state=runs]"));
        await page.locator("details.fold").evaluateAll((all) => all.forEach((d) => (d.open = true)));
      },
      ".predict, .fold", // the rest of it is as in other texts
    ],
    [
      "file",
      async () => {
        await page.goto(base);
        await page.waitForSelector("input[type=file]");
        await page.setInputFiles("input[type=file]", { name: "club.pdn", mimeType: "text/plain", buffer: Buffer.from(CLUB) });
        await page.waitForSelector(".listed");
      },
    ],
    [
      "study",
      async () => {
        await page.click(".listed a >> nth=0");
        await page.waitForSelector(".lines button");
        await page.click(".lines button:has-text('25x18')");
        await page.waitForSelector("main.table[data-ply='4'][data-state=ask]");
      },
    ],
    [
      "editor",
      async () => {
        await page.goto(`${base}#analyse`);
        await page.selectOption(".position-editor select", "backgammon");
        await page.selectOption('[data-setting="rules"]', "backgammon:match-length=5");
        await page.waitForSelector('[data-setting="score-white"]');
      },
      ".position-editor",
    ],
    [
      "practise",
      async () => {
        await page.goto(`${base}#practise`);
        await page.waitForSelector(".trees button");
        await page.waitForSelector("main.exercise:not([data-exercise=waits])");
      },
    ],
    [
      "predict",
      async () => {
        await page.click(`.trees button:has-text("${w.exercise.level(2)}")`);
        await page.waitForSelector(".fill-tree");
        await page.fill("#fill-value", "7");
        await page.click(`.fill-form button:has-text("${w.exercise.check}")`);
        await page.waitForSelector(".judged");
      },
    ],
    [
      "kept",
      async () => {
        await page.goto(base);
        await page.waitForSelector(".kept");
        await page.locator(".keeps").scrollIntoViewIfNeeded();
      },
    ],
  ];
}
