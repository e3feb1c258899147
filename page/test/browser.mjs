// Debian's Chromium for the tests, and a server of the page's own with a folder of its own.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, before, test as trial } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const HRA = process.env["HRA"] ?? "../build/hra";

/** A test that rather fails, by its name, than waits for ever. */
export function test(name, body, options = {}) {
  return trial(name, { timeout: 600_000, ...options }, body);
}

const folders = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder that is gone when the tests of the file are over, however they end. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "hra-page-"));
  folders.push(folder);
  return folder;
}

/** Begins `hra serve` on that port, 0: any; its address is known when it is ready. `language` "": English; `more`: options. */
export async function serve({ data = scratch(), port = 0, language = "", more = [] } = {}) {
  const env = { ...process.env, LC_ALL: "C.UTF-8", LANGUAGE: language };
  const child = spawn(HRA, ["serve", "--port", String(port), "--data", data, ...more], { stdio: ["ignore", "pipe", "inherit"], env });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((done, fail) => {
    child.on("exit", (code) => fail(new Error(`hra serve ended with ${code}`)));
    lines.on("line", (line) => {
      const found = /http:\/\/\S+/.exec(line);
      if (found) done(found[0]);
    });
  });
  const stop = (signal) => {
    const gone = new Promise((done) => child.on("exit", done));
    child.kill(signal);
    return gone;
  };
  return {
    address,
    base: address.replace(/#.*/, ""), // the key is known from the first visit on
    /** The text of each play that is kept, by its name. */
    records() {
      const folder = join(data, "plays");
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".hra")) : [];
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
    },
    async end() {
      await stop("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
    /** Ends at once, as in a crash; what it kept stays. */
    kill: () => stop("SIGKILL"),
  };
}

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser with a profile of its own; `faults` collects what its pages complain of. */
export async function browser(options = {}) {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error(`there is no ${executablePath}; tools/packages.sh test-all installs it`);
  const profile = scratch();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const faults = [];
  context.on("page", (page) => watch(page, faults));
  for (const page of context.pages()) watch(page, faults);
  const violations = [];
  await reportViolations(context, violations);
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    faults,
    async end() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
      assert.deepEqual(violations, []);
    },
  };
}

/** What the policy of the page forbade is a fault of any test that ends its browser. */
async function reportViolations(context, faults) {
  await context.exposeFunction("tellViolation", (text) => faults.push(text));
  await context.addInitScript(() =>
    addEventListener("securitypolicyviolation", (event) => tellViolation(`policy: ${event.effectiveDirective} forbade ${event.blockedURI || event.sample}`), true),
  );
}

function watch(page, faults) {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push([message.text(), message.location().url].filter(Boolean).join(" "));
  });
  page.on("pageerror", (error) => faults.push(String(error)));
}

/** For all tests of a file: what `begin` serves, and a browser that shows its first screen, known by `sign`, as `server` and `chromium`. */
export function visit(begin = serve, options = {}, sign = "[data-motion] .game") {
  const here = {};
  before(async () => {
    here.server = await begin();
    here.chromium = await browser(options);
    const { page } = here.chromium;
    await page.goto(here.server.address);
    await page.waitForSelector(sign);
  });
  after(async () => {
    await here.chromium?.end();
    await here.server?.end();
  });
  return here;
}
