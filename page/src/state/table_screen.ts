// All that belongs to one table on the screen: the table itself, adviser, review and analyses of it.
import type { Backend } from "../model/backend";
import { Adviser } from "./adviser";
import { Analyses, type Spot } from "./analyses";
import { Clocks } from "./clocks";
import type { After } from "./animation";
import { Drawing } from "./drawing";
import { Explorer } from "./explorer";
import { Friend } from "./friend";
import { Live } from "./live";
import { RolloutRun } from "./rollout";
import { replayHistory } from "./replay_history";
import { ReviewRun } from "./review";
import { SearchTree } from "./search_tree";
import { Share } from "./share";
import { Study } from "./study";
import { ArrowKeys } from "./arrow_keys";
import { Table } from "./table";
import { Connection } from "./connection";
import type { Scene } from "../model/scene";
import { type SoundName, soundOf } from "../model/sounds";
import { TableLook } from "./table_look";
import type { TableSettings } from "./table_settings";
import { Tutor } from "./tutor";

/** What a table needs of the world besides its back end. */
export interface TableWorld {
  after: After;
  settings: TableSettings;
  canTurn: (scene: Scene) => boolean;
  sound: (name: SoundName) => void;
}

export class TableScreen {
  readonly table: Table;
  readonly adviser: Adviser;
  readonly tutor: Tutor;
  readonly explorer: Explorer;
  readonly review: ReviewRun;
  readonly analyses: Analyses;
  readonly tree: SearchTree;
  readonly study: Study;
  readonly share: Share;
  readonly live: Live;
  readonly rollout: RolloutRun;
  readonly drawing: Drawing;
  /** The file that the study is from. */
  file: { name: string; game: number } | null = null;
  readonly arrowKeys: ArrowKeys;
  readonly friend: Friend;
  /** It was opened by its address. */
  readonly given: boolean;
  readonly look: TableLook;
  readonly clocks: Clocks;
  /** What is asked back before it is done. */
  sure: "resign" | null = null;
  /** What a program answered to a resignation. */
  answered = "";
  /** A link to show where it could not be copied. */
  link: string | null = null;
  copied = false;

  private replayed = "";

  constructor(
    private readonly backend: Backend,
    id: string | null,
    readonly redraw: (now?: boolean) => void,
    { after, settings, canTurn, sound }: TableWorld,
  ) {
    this.given = id !== null;
    const connection = new Connection(backend, id, true);
    this.table = new Table(connection, redraw, after);
    this.look = new TableLook(this.table, settings, canTurn, redraw);
    this.clocks = new Clocks(this.table, after, () => {
      if (settings.choices.sound) sound("low");
      redraw();
    });
    this.adviser = new Adviser(this.table, redraw);
    this.tutor = new Tutor(this.table, redraw, after, settings);
    this.explorer = new Explorer(this.table, redraw);
    this.review = new ReviewRun(connection, redraw, () => this.look.sides.own);
    this.analyses = new Analyses(backend, redraw);
    this.tree = new SearchTree(backend, redraw);
    this.study = new Study(this.table, redraw);
    this.share = new Share(this.table, redraw);
    this.friend = new Friend(this.table, backend.invited !== undefined, redraw);
    this.live = new Live(backend, redraw, after);
    this.drawing = new Drawing(redraw);
    this.rollout = new RolloutRun(backend, redraw);
    this.table.past.journey = (ply) => void (ply === null ? this.study.last() : this.study.goToPly(ply));
    this.arrowKeys = new ArrowKeys(this.table, redraw, after);
    this.table.on.event = (event) => {
      this.clocks.feed(event);
      this.adviser.feed(event);
      this.tutor.feed(event);
      this.explorer.feed(event);
      this.study.feed(event);
      const heard = settings.choices.sound && soundOf(event, this.table.now.scene);
      if (heard) sound(heard);
      if (event.event === "moves" && this.table.isAsked) this.look.release();
      if (event.event === "position" || event.event === "result") this.look.settle();
      if (event.event === "hello" && event.scene) this.review.clear();
      if (event.event === "position" && this.table.hello?.saved) void this.replay(this.table.hello.saved);
      if (event.event === "position") {
        if (!this.study.on) this.review.follow(event.ply);
        this.live.follow(this.spot);
        this.rollout.follow(this.spot);
        this.drawing.clear();
        this.sure = null;
        this.answered = "";
        this.copied = false;
        this.link = null;
      }
    };
  }

  /** What is drawn: the moment looked at, or at present a move that is not made yet. */
  get shown(): Scene | null {
    return this.table.past.looking === null ? (this.tutor.pending?.scene ?? this.table.shown) : this.table.shown;
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
    this.answered = "";
    this.redraw();
  }

  /** Gives up a part of the game; null: all of it. */
  async resign(part: string | null): Promise<void> {
    this.sure = null;
    const { closing } = await this.table.say(part === null ? "resign" : `resign ${part}`);
    this.answered = closing.event === "ok" ? (closing.text ?? "") : "";
    this.redraw();
  }

  step(): void {
    void this.table.say("continue 1");
  }

  /** Looks up what was played before, where that is not known here. */
  async replay(name: string): Promise<void> {
    const { hello, past } = this.table;
    if ((past.frames[0]?.ply ?? 0) === 0 || !hello?.spec || this.replayed === name || !this.table.may("read")) return;
    this.replayed = name;
    const found = await replayHistory(this.backend, hello.spec, name);
    if (found) this.table.past.remember(found.frames, found.played);
  }

  /** Whether somebody here may ask for the best move. */
  get canHint(): boolean {
    const { table } = this;
    return table.may("ask") && table.now.result === null && table.people > 0 && table.asking.ask?.you === true && table.past.looking === null && table.cover.seat === null;
  }

  /** Whether a take-back takes the consent of somebody at another machine. */
  get asksBack(): boolean {
    return this.friend.others.some((seat) => this.friend.isHere(seat));
  }

  get canTakeBack(): boolean {
    const { table } = this;
    const may = this.asksBack ? table.may("play") && table.asking.takeback === null && !table.now.result : table.may("undo") && table.past.played.length > 0;
    return may && table.people > 0 && !this.study.on;
  }

  takeBack(): void {
    void this.table.say(this.asksBack ? "takeback offer" : "undo");
  }

  /** What is analysed now: the moment looked at. */
  get spot(): Spot | null {
    const { hello, past } = this.table;
    const seen = past.seen;
    if (!hello?.spec || seen?.position === undefined) return null;
    return { spec: hello.spec, position: seen.position, ply: seen.ply, seat: typeof seen.toMove === "number" ? seen.toMove : 0 };
  }

  leave(): void {
    this.analyses.close();
    this.live.close();
    this.rollout.close();
    this.tree.close();
    this.table.connection.leave();
  }
}
