// Saved games become cards: each is reviewed once, and its mistakes are kept in the deck. Which games were reviewed is a list
// beside the deck, which `hra drill` has too.
import type { Event, Failed, Ok, Saved } from "../model/events";
import { words } from "../model/line";
import type { Connection } from "./connection";

const LIST = "files/drill.games";

export class Collector {
  /** Cards that are new. */
  added = 0;
  /** Which game is reviewed, of how many, and how far that is. */
  at = 0;
  of = 0;
  done = 0;
  plies = 0;
  failed = "";
  private left = false;

  constructor(
    private readonly connection: Connection,
    private readonly redraw: () => void = () => {},
  ) {}

  private async read(name: string): Promise<string> {
    const { events } = await this.connection.say(words("read", name));
    return events.find((event): event is Saved => event.event === "saved")?.text ?? "";
  }

  /** The finished games that were not reviewed yet, named with their length as in the list. */
  async list(): Promise<Saved[]> {
    const known = new Set((await this.read(LIST)).split("\n"));
    const { events } = await this.connection.say("plays");
    return events.filter((event): event is Saved => event.event === "saved" && event.finished && !known.has(lineOf(event)));
  }

  async collect(): Promise<void> {
    const games = await this.list();
    this.of = games.length;
    for (const game of games) {
      this.at++;
      this.redraw();
      const why = await this.review(game.name);
      if (this.left) return;
      if (why) this.failed = why;
      const list = await this.read(LIST);
      await this.connection.say(words("write", LIST, `${list}${lineOf(game)}\n`));
    }
  }

  /** "", or why its mistakes did not become cards. */
  private async review(name: string): Promise<string> {
    if (!/^seat \d+ human/m.test(await this.read(name))) return "";
    const reviewed = await this.connection.say(words("review", name), (event) => this.hear(event));
    if (reviewed.closing.event === "error") return whyOf(name, reviewed.closing);
    let answer = await this.connection.say("exercise open review");
    while (answer.ok && answer.events.some((event) => event.event === "exercise" && event.exercise !== null)) {
      const kept = await this.connection.say("exercise keep");
      if (kept.closing.event === "error") return kept.closing.text;
      if (kept.closing.text === "added") this.added++;
      this.redraw();
      answer = await this.connection.say("exercise skip");
    }
    await this.connection.say("exercise close");
    return whyOf(name, answer.closing);
  }

  private hear(event: Event): void {
    if (event.event !== "review") return;
    this.done = event.done ?? 0;
    this.plies = event.plies ?? 0;
    this.redraw();
  }

  leave(): void {
    this.left = true;
    this.connection.leave();
  }
}

/** "" also where there is nothing to learn: no mistakes, or a game that the analyst cannot judge. */
function whyOf(name: string, closing: Ok | Failed): string {
  return closing.event === "error" && !["missing", "fit", "limit"].includes(closing.code) ? `${name}: ${closing.text}` : "";
}

function lineOf(game: Saved): string {
  return `${game.name} ${game.bytes}`;
}
