// What a person pastes or drops: the library reads it and decides what it is. A position is shown on the analysis board,
// games are added to what is saved, a link of the page is followed.
import type { Backend } from "../model/backend";
import type { Failed, Hello, Position } from "../model/events";
import { word, words } from "../model/line";
import { type Route, routeOf } from "../model/route";
import { type Answer, Connection } from "./connection";
import { contentsOf } from "./contents";
import type { Home } from "./home";
import { w } from "../strings/strings";

const ENTRY = "files/clipboard.txt";

/** Where a link of the page leads; null: the text is no link. */
function linkIn(text: string): Route | null {
  const fragment = /^\S*(#[a-z]+(=\S*)?)$/.exec(text.trim())?.[1];
  const route = fragment ? routeOf(fragment) : null;
  return route && route.at !== "home" && route.at !== "table" && route.at !== "turns" && route.at !== "kept" && route.at !== "file" ? route : null;
}

/** How far an error got in the text; -1: it says nothing of it. */
const reach = (answer: Answer): number => (answer.closing as Failed).at ?? -1;

export class Import {
  /** What is written in the box. */
  text = "";
  busy = false;
  /** Why the text is nothing. */
  failed = "";

  constructor(
    private readonly backend: Backend,
    private readonly home: Home,
    private readonly redraw: () => void,
  ) {}

  write(text: string): void {
    this.text = text;
    this.failed = "";
    this.redraw();
  }

  /** Where to see what the text has; null: it has nothing, and `failed` says so. */
  async take(name: string, text: string, guessed = ""): Promise<Route | null> {
    if (this.busy) return null;
    const link = linkIn(text);
    if (link) return link;
    Object.assign(this, { busy: true, failed: text.trim() ? "" : w.share.empty });
    this.redraw();
    const connection = new Connection(this.backend, null);
    const found = this.failed ? null : await this.look(connection, text);
    connection.leave();
    this.busy = false;
    if (found === "games") return this.home.saved.put(name, text, guessed);
    if (found) this.text = "";
    this.redraw();
    return found;
  }

  private async look(connection: Connection, text: string): Promise<Route | "games" | null> {
    const written = await connection.say(`write ${ENTRY} ${JSON.stringify(text)}`);
    if (written.closing.event === "error") return this.refuse(written.closing.text);
    const games = await contentsOf(connection, ENTRY);
    const alone = typeof games !== "string" && games.length === 1 && games[0]?.game !== undefined && !games[0].plies && games[0].faults.every((fault) => fault.remark);
    const found = alone ? await this.position(connection) : null;
    await connection.say(words("delete", ENTRY));
    if (found || typeof games !== "string") return found ?? (games.length > 0 ? "games" : this.refuse(w.share.nothing));
    return this.refuse(await this.reason(connection, text, games));
  }

  private refuse(why: string): null {
    this.failed = why;
    return null;
  }

  /** A file that is one position; null: it is a game in which nobody has moved. */
  private async position(connection: Connection): Promise<Route | null> {
    const { events } = await connection.say(words("study", ENTRY, "game=1"));
    const hello = events.find((event): event is Hello => event.event === "hello");
    const position = events.find((event): event is Position => event.event === "position");
    return hello?.spec && position?.position ? { at: "analyse", spec: hello.spec, position: position.position } : null;
  }

  /** Why a text is nothing: of the games that began to read it as a position the one that got furthest, else what is read. */
  private async reason(connection: Connection, text: string, why: string): Promise<string> {
    const line = text.trim();
    let [furthest, said] = [0, ""];
    for (const { name, title } of line.length < 400 ? this.home.catalogue.games : []) {
      const answer = await connection.say(`new ${word(name)} others=human save=no pause ${word(`position=${line}`)}`);
      if (!answer.ok && reach(answer) > furthest) [furthest, said] = [reach(answer), w.share.almost(title, (answer.closing as Failed).text)];
    }
    return said || why.replace(`${ENTRY}: `, "");
  }
}
