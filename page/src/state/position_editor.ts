// A position as text, checked and drawn while it is written.
import type { Backend } from "../model/backend";
import type { Event, Failed } from "../model/events";
import { openAt } from "../model/line";
import { Scene } from "../model/scene";
import { Connection } from "./connection";

const WAIT = 250; // milliseconds after the last key

export interface Checked {
  scene: Scene;
  spec: string;
  position: string;
}

export class PositionEditor {
  game = "";
  text = "";
  /** What the text is; null: nothing yet, or it is wrong. */
  checked: Checked | null = null;
  /** Why it is wrong, and the place in the text; -1: none. */
  failed = "";
  at = -1;
  private connection: Connection | null = null;
  private count = 0;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    private readonly after: (ms: number, then: () => void) => void,
  ) {}

  /** Begins with a game, or a position of it. */
  begin(game: string, text = ""): void {
    this.game = game;
    this.text = text;
    this.checked = null;
    void this.check(++this.count);
  }

  write(text: string): void {
    this.text = text;
    const count = ++this.count;
    this.redraw();
    this.after(WAIT, () => void this.check(count));
  }

  close(): void {
    this.count++;
    this.connection?.leave();
    this.connection = null;
  }

  private async check(count: number): Promise<void> {
    if (count !== this.count || !this.game) return;
    const connection = (this.connection ??= new Connection(this.backend, null));
    const text = this.text.trim();
    const answer = await connection.say(openAt(this.game, text, "dice=manual"));
    if (count !== this.count) return;
    const { closing } = answer;
    const wrong = closing.event === "error" ? (closing as Failed) : null;
    this.failed = wrong?.text ?? "";
    this.at = wrong?.at ?? -1;
    this.checked = wrong ? null : checkedIn(answer.events);
    if (!text && this.checked) this.text = this.checked.position;
    this.redraw();
  }
}

function checkedIn(events: Event[]): Checked | null {
  let [spec, board, checked]: [string, Scene["board"] | null, Checked | null] = ["", null, null];
  for (const event of events) {
    if (event.event === "hello") [spec, board] = [event.spec ?? "", event.scene ?? null];
    if (event.event === "position" && board && event.scene && event.position !== undefined) checked = { scene: new Scene(board, event.scene), spec, position: event.position };
  }
  return checked;
}
