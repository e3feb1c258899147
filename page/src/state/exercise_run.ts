// Exercises one after another, as the session asks and judges them (docs/session.md). The key stays in the session until the
// answer is shown: nothing is judged here.
import type { Event, ExerciseTold, VerdictTold } from "../model/events";
import { Scene } from "../model/scene";
import type { Answer, Connection } from "./connection";
import { MoveInput } from "./move_input";

export type Outcome = "right" | "hinted" | "wrong";

/** What came of the exercises so far. */
class Tally {
  /** Of each exercise that was decided, by its number. */
  readonly outcomes = new Map<number, Outcome>();
  /** Which were kept in a deck, by their numbers. */
  readonly kept = new Set<number>();
  /** How many answers of a deck can be taken back. */
  changes = 0;

  count(outcome: Outcome): number {
    return [...this.outcomes.values()].filter((one) => one === outcome).length;
  }

  decide(number: number, outcome: Outcome): void {
    if (!this.outcomes.has(number)) this.changes++;
    this.outcomes.set(number, outcome);
  }

  takeBack(number: number): void {
    this.changes--;
    this.outcomes.delete(number);
  }

  clear(): void {
    this.outcomes.clear();
    this.changes = 0;
  }
}

export class ExerciseRun {
  /** `waits`: the next one is not there yet. */
  state: "waits" | "asks" | "over" | "failed" = "waits";
  told: ExerciseTold | null = null;
  verdict: VerdictTold | null = null;
  hints: string[] = [];
  readonly tally = new Tally();
  /** Why a line was refused. */
  failed = "";
  code = "";
  /** The move that was tried last. */
  tried = "";
  scene: Scene | null = null;
  readonly input = new MoveInput((id) => this.scene?.find(id)?.on ?? "");

  constructor(
    private readonly connection: Connection,
    private readonly redraw: () => void,
  ) {}

  /** Whether the answer was shown, or the exercise solved: there is nothing more to try. */
  get isDone(): boolean {
    return this.verdict?.answer !== undefined || (this.verdict?.verdict?.points ?? 0) >= 1;
  }

  /** What the first attempt has decided. */
  get outcome(): Outcome | null {
    return this.verdict?.outcome ?? null;
  }

  /** There is nothing of that name yet. */
  get isMissing(): boolean {
    return this.state === "failed" && this.code === "missing";
  }

  /** `what`: words of `exercise open`. */
  async open(what: string): Promise<boolean> {
    this.tally.clear();
    this.state = "waits";
    return this.move(`open ${what}`);
  }

  /** Leads to another exercise: next, skip, undo, never. */
  async move(word: string): Promise<boolean> {
    const before = this.state;
    this.state = "waits";
    this.redraw();
    const answer = await this.say(word);
    if (answer.ok && word === "never") this.tally.changes++;
    if (answer.ok && word === "undo") this.tally.takeBack(this.told?.number ?? 0);
    if (this.state === "waits") this.state = before === "waits" ? "failed" : before;
    this.redraw();
    return answer.ok;
  }

  /** Keeps the exercise in the deck of the person. */
  async keep(): Promise<void> {
    const { ok } = await this.say("keep");
    if (ok) this.tally.kept.add(this.told?.number ?? 0);
    this.redraw();
  }

  async attempt(text: string): Promise<void> {
    this.tried = text;
    await this.say(`try ${text}`);
  }

  async hint(): Promise<void> {
    const { closing } = await this.say("hint");
    if (closing.event === "ok" && closing.text) this.hints = [...this.hints, closing.text];
    this.redraw();
  }

  show(): Promise<Answer> {
    return this.say("show");
  }

  close(): void {
    if (this.state === "waits") void this.connection.say("stop");
    void this.connection.say("exercise close");
  }

  /** Presses a shape of the board; whether that led anywhere. */
  press(id: string): boolean {
    const pressed = this.input.press(id);
    if (pressed.move !== undefined) void this.attempt(pressed.move);
    this.redraw();
    return pressed.taken;
  }

  unpress(): void {
    this.input.clear();
    this.redraw();
  }

  private async say(words: string): Promise<Answer> {
    this.failed = this.code = "";
    const answer = await this.connection.say(`exercise ${words}`, (event) => this.hear(event));
    if (answer.closing.event === "error") Object.assign(this, { failed: answer.closing.text, code: answer.closing.code });
    this.redraw();
    return answer;
  }

  private hear(event: Event): void {
    if (event.event === "exercise") this.take(event);
    if (event.event !== "verdict") return;
    this.verdict = event;
    this.input.clear();
    if (event.outcome) this.tally.decide(event.number, event.outcome);
    this.redraw();
  }

  private take(told: ExerciseTold): void {
    this.told = told;
    Object.assign(this, { verdict: null, hints: [], tried: "", state: told.exercise ? "asks" : "over" });
    this.scene = told.board_scene && told.scene ? new Scene(told.board_scene, told.scene) : null;
    this.input.set(told.moves ?? []);
    this.redraw();
  }
}
