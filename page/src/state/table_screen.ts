// All that belongs to one table on the screen: the table itself, adviser, review and analyses of it.
import type { Backend } from "../model/backend";
import { Adviser } from "./adviser";
import type { Spot } from "./analyses";
import { Clocks } from "./clocks";
import type { After } from "./animation";
import { Friend } from "./friend";
import { Resigning } from "./resigning";
import { replayHistory } from "./replay_history";
import { Share } from "./share";
import { Study } from "./study";
import { Table } from "./table";
import { Connection } from "./connection";
import type { Scene } from "../model/scene";
import { type SoundName, soundOf } from "../model/sounds";
import { TableAnalysis } from "./table_analysis";
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
  readonly analysis: TableAnalysis;
  readonly study: Study;
  readonly share: Share;
  readonly friend: Friend;
  readonly look: TableLook;
  readonly clocks: Clocks;
  readonly resigning: Resigning;

  private replayed = "";

  constructor(
    private readonly backend: Backend,
    private readonly address: string | null,
    private readonly redraw: (now?: boolean) => void,
    { after, settings, canTurn, sound }: TableWorld,
  ) {
    this.table = new Table(new Connection(backend, address, true), redraw, after);
    this.look = new TableLook(this.table, settings, canTurn, redraw, after);
    this.clocks = new Clocks(this.table, after, () => {
      if (settings.choices.sound) sound("low");
      redraw();
    });
    this.adviser = new Adviser(this.table, redraw);
    this.tutor = new Tutor(this.table, redraw, after, settings);
    this.analysis = new TableAnalysis(backend, this.table, redraw, after, () => this.look.sides.own);
    this.study = new Study(this.table, redraw);
    this.share = new Share(this.table, redraw);
    this.friend = new Friend(this.table, backend.invited !== undefined, redraw);
    this.resigning = new Resigning(this.table, redraw);
    this.table.past.journey = (ply) => void (ply === null ? this.study.last() : this.study.goToPly(ply));
    this.table.on.event = (event) => {
      for (const part of [this.clocks, this.adviser, this.tutor, this.analysis.explorer, this.study]) part.feed(event);
      const heard = settings.choices.sound && soundOf(event, this.table.now.scene);
      if (heard) sound(heard);
      if (event.event === "moves" && this.table.isAsked) this.look.release();
      if (event.event === "position" || event.event === "result") this.look.settle();
      if (event.event === "hello" && event.scene) this.analysis.review.clear();
      if (event.event === "position") this.settle(event.ply);
    };
  }

  /** Another position. */
  private settle(ply: number): void {
    const { hello } = this.table;
    if (hello?.saved) void this.replay(hello.saved);
    if (!this.study.on) this.analysis.review.follow(ply);
    this.analysis.follow(this.spot);
    this.resigning.settle();
    this.share.settle();
  }

  /** It was opened by its address, where there is nothing. */
  get isAbsent(): boolean {
    return this.address !== null && this.table.line.absent;
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

  /** Whether it may be asked what the other seat threatens: in games that have threats, by somebody who plays or analyses. */
  get canThreaten(): boolean {
    const { table } = this;
    return table.hello?.game?.threats === true && (this.study.on || (table.may("ask") && table.people > 0));
  }

  /** Shows that, or no more. */
  toggleThreat(): void {
    this.analysis.threat.set(!this.analysis.threat.on, this.spot);
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
    this.analysis.leave();
    this.table.connection.leave();
  }
}
