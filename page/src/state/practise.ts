// Practice: the deck of this person, as the session has it, and saved games whose mistakes come into it.
import type { Backend } from "../model/backend";
import type { ExportTold, Saved } from "../model/events";
import { words } from "../model/line";
import type { Scene } from "../model/scene";
import { type Today, openDeck } from "../model/deck";
import { Connection } from "./connection";
import { Collector } from "./collector";
import { ExerciseRun } from "./exercise_run";
import { Predict } from "./predict";

const DECK = "files/drill.deck";
/** Whether the pieces of the seat that is to move are clearly at the upper side, so that the board is better turned. */
export function isAbove(scene: Scene, seat: number): boolean {
  const middle = (mine: boolean) => {
    const all = scene.now.shapes.filter((shape) => shape.kind === "piece" && shape.owner !== undefined && (shape.owner === seat) === mine);
    return all.reduce((sum, shape) => sum + shape.at[1] + shape.size[1] / 2, 0) / Math.max(1, all.length);
  };
  return middle(false) - middle(true) > scene.now.size[1] / 5;
}

export class Practise {
  readonly run: ExerciseRun;
  /** The person has turned boards from how they come. */
  flipped = false;
  /** What the deck has on this day; null: there is no deck yet. */
  today: Today | null = null;
  /** Reviews saved games; null: nothing is reviewed now. */
  collector: Collector | null = null;
  /** How many cards the last reviews brought; null: nothing was reviewed. */
  added: number | null = null;
  /** How many saved games were not reviewed yet; null: not known. */
  fresh: number | null = null;
  /** A random tree that is filled in; null: there is none. */
  tree: Predict | null = null;
  /** The browser has refused to keep what it stores for ever. */
  unkept = false;
  /** Why a file was not taken, or the deck not written. */
  failed = "";
  private readonly connection: Connection;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {
    this.connection = new Connection(backend, null);
    this.run = new ExerciseRun(this.connection, () => this.changed());
  }

  /** Asks the cards of today, and looks for games that were not reviewed. */
  async open(): Promise<void> {
    this.fresh = null;
    await this.run.open(openDeck());
    if (this.run.isMissing) this.today = null;
    this.fresh = (await new Collector(this.connection).list()).length;
    this.redraw();
    if (this.today?.cards) await this.askToKeep();
  }

  private changed(): void {
    this.today = this.run.told?.deck ?? this.today;
    this.redraw();
  }

  /** The browser is asked when there is a first card to lose. */
  private async askToKeep(): Promise<void> {
    this.unkept = (await this.backend.persist?.()) === false;
    this.redraw();
  }

  /** One's own side is at the bottom, unless the person wants it otherwise. */
  get turned(): boolean {
    const { scene, told } = this.run;
    return this.flipped !== (scene !== null && told?.seat !== undefined && isAbove(scene, told.seat));
  }

  turn(): void {
    this.flipped = !this.flipped;
    this.redraw();
  }

  // ---- the deck ------------------------------------------------------------------------------

  /** Reviews the saved games that were not reviewed yet. */
  async collect(): Promise<void> {
    if (this.collector) return;
    const collector = new Collector(new Connection(this.backend, null), this.redraw);
    this.collector = collector;
    this.redraw();
    await collector.collect();
    if (this.collector === collector) await this.end(collector);
  }

  /** Ends with what was found so far. */
  async stop(): Promise<void> {
    if (this.collector) await this.end(this.collector);
  }

  private async end(collector: Collector): Promise<void> {
    this.collector = null;
    this.added = collector.added;
    this.failed = collector.failed;
    collector.leave();
    await this.open();
  }

  /** A card that was set aside is new again. */
  async again(id: string): Promise<void> {
    const { closing } = await this.connection.say(words("exercise", "again", id));
    if (this.told(closing)) await this.open();
  }

  /** The deck as text; null: there is none. */
  async text(): Promise<string | null> {
    const { events, closing } = await this.connection.say(words("read", DECK));
    return this.told(closing) ? (events.find((event): event is Saved => event.event === "saved")?.text ?? null) : null;
  }

  async anki(): Promise<string | null> {
    const { events, closing } = await this.connection.say("exercise anki");
    return this.told(closing) ? (events.find((event): event is ExportTold => event.event === "export")?.text ?? null) : null;
  }

  /** Merges a deck from elsewhere into this one. */
  async merge(text: string): Promise<void> {
    const { closing } = await this.connection.say(`exercise merge ${JSON.stringify(text)}`);
    if (this.told(closing)) await this.open();
  }

  refuse(why: string): void {
    this.failed = why;
    this.redraw();
  }

  private told(closing: { event: string; text?: string }): boolean {
    this.failed = closing.event === "error" ? (closing.text ?? "") : "";
    this.redraw();
    return closing.event !== "error";
  }

  /** Opens a random tree of that difficulty; 0: closes it. */
  async fillTree(difficulty: number): Promise<void> {
    this.tree?.leave();
    this.tree = difficulty ? new Predict(this.backend, { player: "alphabeta", difficulty }, this.redraw) : null;
    this.redraw();
    await this.tree?.open();
  }

  leave(): void {
    this.tree?.leave();
    this.collector?.leave();
    this.connection.leave();
  }
}
