// All that belongs to one table on the screen: the table itself, adviser, review and analyses of it.
import type { Backend } from "../model/backend";
import { Adviser } from "./adviser";
import { Analyses, type Spot } from "./analyses";
import type { After } from "./animation";
import { replayHistory } from "./replay_history";
import { ReviewRun } from "./review";
import { SearchTree } from "./search_tree";
import { ArrowKeys } from "./arrow_keys";
import { Table } from "./table";
import { Connection } from "./connection";

export class TableScreen {
  readonly table: Table;
  readonly adviser: Adviser;
  readonly review: ReviewRun;
  readonly analyses: Analyses;
  readonly tree: SearchTree;
  readonly arrowKeys: ArrowKeys;
  /** It was opened by its address. */
  readonly given: boolean;
  turned = false;
  /** What is asked back before it is done. */
  sure: "resign" | null = null;
  /** A link to show where it could not be copied. */
  link: string | null = null;
  copied = false;

  private replayed = "";

  constructor(
    private readonly backend: Backend,
    id: string | null,
    readonly redraw: (now?: boolean) => void,
    after: After,
  ) {
    this.given = id !== null;
    const connection = new Connection(backend, id, true);
    this.table = new Table(connection, redraw, after);
    this.adviser = new Adviser(this.table, redraw);
    this.review = new ReviewRun(connection, redraw);
    this.analyses = new Analyses(backend, redraw);
    this.tree = new SearchTree(backend, redraw);
    this.arrowKeys = new ArrowKeys(this.table, redraw, after);
    this.table.onevent = (event) => {
      this.adviser.feed(event);
      if (event.event === "hello" && event.scene) this.review.clear();
      if (event.event === "position" && this.table.hello?.saved) void this.replay(this.table.hello.saved);
      if (event.event === "position") {
        this.sure = null;
        this.copied = false;
        this.link = null;
      }
    };
  }

  get id(): string {
    return this.table.connection.id;
  }

  /** Whether machines and chance move by steps only. */
  get holds(): boolean {
    return this.table.hello?.paused === true;
  }

  async hold(yes: boolean): Promise<void> {
    const answer = await this.table.say(yes ? "pause" : "continue");
    if (answer.ok && this.table.hello) this.table.hello = { ...this.table.hello, paused: yes };
    this.redraw();
  }

  /** Asks back before something is done that cannot be undone. */
  ask(what: "resign" | null): void {
    this.sure = what;
    this.redraw();
  }

  step(): void {
    void this.table.say("continue 1");
  }

  /** Looks up what was played before, where that is not known here. */
  async replay(name: string): Promise<void> {
    const { hello, frames } = this.table;
    if ((frames[0]?.ply ?? 0) === 0 || !hello?.spec || this.replayed === name) return;
    this.replayed = name;
    const found = await replayHistory(this.backend, hello.spec, name);
    if (found) this.table.remember(found.frames, found.played);
  }

  turn(): void {
    this.turned = !this.turned;
    this.redraw();
  }

  /** What is analysed now: the moment looked at. */
  get spot(): Spot | null {
    const { hello, position, looking, ply, frames } = this.table;
    if (!hello?.spec || position === undefined) return null;
    const at = looking ?? ply;
    const mover = frames.find((f) => f.ply === at)?.toMove;
    return { spec: hello.spec, position, ply: at, seat: typeof mover === "number" ? mover : 0 };
  }

  leave(): void {
    this.analyses.close();
    this.tree.close();
    this.table.connection.leave();
  }
}
