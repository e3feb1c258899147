// Firefox as Debian has it, driven by its own protocol, Marionette: messages "LENGTH:JSON" over a socket of this machine.
// firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { scratch } from "./browser.mjs";

const PROGRAM = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"; // the key of an element, as the WebDriver standard has it
const PREFERENCES = {
  "marionette.port": 0, // any; the file MarionetteActivePort of the profile has it
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "ui.prefersReducedMotion": 1,
};

/** Sends commands, one after another, and gives each its answer. */
class Marionette {
  #socket;
  #asked = new Map();
  #bytes = Buffer.alloc(0);
  #last = 0;

  constructor(port) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (more) => this.#take(more));
  }

  #take(more) {
    this.#bytes = Buffer.concat([this.#bytes, more]);
    for (;;) {
      const colon = this.#bytes.indexOf(":");
      const end = colon + 1 + Number(this.#bytes.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.#bytes.length < end) return;
      const message = JSON.parse(this.#bytes.subarray(colon + 1, end).toString());
      this.#bytes = this.#bytes.subarray(end);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, error, result] = message;
      const { done, fail } = this.#asked.get(id);
      this.#asked.delete(id);
      if (error) fail(new Error(`${error.error}: ${error.message}`));
      else done(result);
    }
  }

  ask(command, parameters = {}) {
    const id = ++this.#last;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    return new Promise((done, fail) => {
      this.#asked.set(id, { done, fail });
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  end() {
    this.#socket.destroy();
  }
}

async function portOf(profile) {
  const file = join(profile, "MarionetteActivePort");
  for (let i = 0; i < 600; i++) {
    if (existsSync(file) && readFileSync(file, "utf8")) return Number(readFileSync(file, "utf8"));
    await wait(100);
  }
  throw new Error("Firefox opened no port in a minute");
}

/** A Firefox with a profile of its own. */
export async function firefox({ width = 1280, height = 900 } = {}) {
  if (!existsSync(PROGRAM)) throw new Error(`there is no ${PROGRAM}; tools/packages.sh test-all installs it`);
  const profile = scratch();
  writeFileSync(join(profile, "user.js"), Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
  const child = spawn(PROGRAM, ["--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank"], { stdio: "ignore", env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) } });
  const gone = new Promise((done) => child.on("exit", done));
  const driver = new Marionette(await portOf(profile));
  await driver.ask("NewSession", { capabilities: {} });
  const evaluate = (script, ...args) => driver.ask("ExecuteScript", { script: `return (${script})(...arguments)`, args, sandbox: null }).then(({ value }) => value);
  const find = async (selector) => (await driver.ask("FindElement", { using: "css selector", value: selector })).value[ELEMENT];
  /** Waits until a function, run in the page, says yes. */
  const waitForFunction = async (script, ...args) => {
    for (let i = 0; i < 600; i++) {
      if (await evaluate(script, ...args)) return;
      await wait(50);
    }
    throw new Error(`not in half a minute: ${script}`);
  };
  const pointer = (...actions) => driver.ask("PerformActions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  // What tests of one browser and the other use, by the names of Playwright.
  return {
    evaluate,
    waitForFunction,
    goto: (url) => driver.ask("Navigate", { url }),
    /** What follows happens in this frame. */
    enter: async (selector) => driver.ask("SwitchToFrame", { element: await find(selector) }),
    /** What moves while it is pressed, as a form does into which more is filled, is pressed again. */
    click: async (selector) => {
      for (let i = 0; ; i++)
        try {
          return await driver.ask("ElementClick", { id: await find(selector) });
        } catch (fault) {
          if (i === 600 || !fault.message.startsWith("element click intercepted")) throw fault;
          await wait(50);
        }
    },
    mouse: {
      click: (x, y) => pointer({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }),
    },
    async end() {
      driver.end();
      child.kill();
      await gone;
    },
  };
}
