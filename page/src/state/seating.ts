// The table that is open: how it is opened, and what is begun from it.
import type { Hello } from "../model/events";
import { clockWords } from "../model/clock";
import { words } from "../model/line";
import { fragmentOf } from "../model/route";
import type { ExerciseRun } from "./exercise_run";
import { TableScreen, type TableWorld } from "./table_screen";
import type { Backend } from "../model/backend";

/** What it needs of the page. */
export interface SeatingWorld {
  backend: Backend;
  table: TableWorld;
  redraw: (now?: boolean) => void;
  /** A table is about to be shown. */
  onshow: () => void;
  /** Milliseconds that a move is shown for. */
  pace: () => number;
}

export class Seating {
  screen: TableScreen | null = null;
  /** Exercises of the review at the table, which take its place on the screen. */
  exercises: ExerciseRun | null = null;

  constructor(private readonly world: SeatingWorld) {}

  create(id: string | null): TableScreen {
    return new TableScreen(this.world.backend, id, this.world.redraw, this.world.table);
  }

  open(id: string | null): TableScreen {
    return this.show(this.create(id));
  }

  show(screen: TableScreen): TableScreen {
    this.world.onshow();
    if (this.screen !== screen) this.screen?.leave();
    this.screen = screen;
    this.setPace();
    return screen;
  }

  leave(): void {
    this.exercises = null;
    this.screen?.leave();
    this.screen = null;
  }

  setPace(): void {
    if (this.screen) this.screen.table.animation.time = this.world.pace();
    this.world.redraw();
  }

  /** Opens a table by these lines; where the first one fails its reason, and no table. Where it is left meanwhile there is no
   * answer. `otherwise`: what is said in place of the first one where that does not fit the game. */
  async sit(lines: string[], otherwise = ""): Promise<string> {
    const { connection } = this.open(null).table;
    const [first, ...others] = lines;
    let answer = await connection.say(first as string);
    if (otherwise && answer.closing.event === "error" && answer.closing.code === "fit") answer = await connection.say(otherwise);
    if (answer.closing.event === "error") {
      this.leave();
      return answer.closing.text;
    }
    for (const line of others) await connection.say(line);
    return "";
  }

  /** Another play at this table, as the last one was; `swap`: with the sides of two exchanged. */
  async again(swap: boolean): Promise<void> {
    const hello = this.screen?.table.hello;
    if (!this.screen || !hello?.spec) return;
    const place = (seat: number) => (swap ? 1 - seat : seat);
    const names = (hello.seats ?? []).filter((s) => s.display_name).map((s) => words("name", String(place(s.seat)), s.display_name as string));
    const dice = hello.dice === "manual" ? ["dice=manual"] : [];
    const players = swap ? playersOf(hello).reverse() : playersOf(hello);
    await this.screen.table.say(words("new", hello.spec, ...players, ...dice, ...clockWords(hello)));
    for (const line of names) await this.screen.table.connection.say(line);
  }

  /** A play that begins at the moment looked at, with the same players. */
  async fromHere(): Promise<void> {
    const table = this.screen?.table;
    const hello = table?.hello;
    const position = table?.position;
    if (!table || !hello?.spec || position === undefined) return;
    await table.say(words("new", hello.spec, ...playersOf(hello), `position=${position}`));
  }

  /** Asks for better moves at the mistakes of the review; the page has the class only where it shows a review. */
  async learnFromMistakes(Run: typeof ExerciseRun): Promise<void> {
    if (!this.screen) return;
    this.exercises = new Run(this.screen.table.connection, this.world.redraw);
    await this.exercises.open("review");
  }

  endExercises(): void {
    this.exercises?.close();
    this.exercises = null;
    this.world.redraw();
  }

  /** The address of the moment looked at; null: it is not seen whole. */
  link(): string | null {
    const table = this.screen?.table;
    const position = table?.position;
    if (!table?.hello?.spec || position === undefined) return null;
    return fragmentOf({ at: "analyse", spec: table.hello.spec, position });
  }
}

/** Who sits there, as `new` names them. */
function playersOf(hello: Hello): string[] {
  return (hello.seats ?? []).map((s) => (s.person ? "human" : s.player));
}
