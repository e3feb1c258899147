// A position that is set up: as text, checked and drawn while it is written, and on its board where the game has an editor.
import type { Backend } from "../model/backend";
import type { Draft, Event, Failed } from "../model/events";
import { openAt, words } from "../model/line";
import { Scene } from "../model/scene";
import { Connection } from "./connection";

const WAIT = 250; // milliseconds after the last key

export interface Checked {
  scene: Scene;
  spec: string;
  position: string;
}

export class PositionEditor {
  /** A spec. */
  game = "";
  text = "";
  /** What the text is; null: nothing yet, or it is wrong. */
  checked: Checked | null = null;
  /** Why it is wrong, and the place in the text; -1: none. */
  failed = "";
  at = -1;
  /** The board that pieces are put on; null: the game has no editor, or the text cannot be read. */
  draft: Draft | null = null;
  /** The piece of the palette that a press puts; null: a press takes one off. */
  piece: string | null = null;
  /** Why the last step was refused. */
  refused = "";
  private board: Scene["board"] | null = null;
  private spec = "";
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
    this.draft = null;
    this.piece = null;
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

  choose(piece: string | null): void {
    this.piece = piece;
    this.redraw();
  }

  /** The board with its pieces. */
  get scene(): Scene | null {
    return this.board && this.draft ? new Scene(this.board, this.draft.scene) : null;
  }

  /** The field that a press on a shape is about; null: none. */
  field(scene: Scene, id: string): string | null {
    const fields = this.draft?.fields ?? [];
    const on = scene.find(id)?.on;
    return fields.includes(id) ? id : on !== undefined && fields.includes(on) ? on : null;
  }

  /** Puts a piece on a field, or takes one off. */
  put(field: string | null, piece = this.piece): void {
    if (field !== null) void this.step(...(piece === null ? ["take", field] : ["put", piece, field]));
  }

  /** A step of the editor: its words behind `edit`. */
  async step(...step: string[]): Promise<void> {
    const { connection, count } = this;
    const answer = await connection?.say(words("edit", ...step));
    if (!answer || count !== this.count) return;
    this.refused = answer.closing.event === "error" ? answer.closing.text : "";
    for (const event of answer.events) if (event.event === "draft") this.take(event);
    this.redraw();
  }

  /** What is on the board is what is written. */
  private take(draft: Draft): void {
    this.draft = draft;
    this.text = draft.position;
    this.failed = draft.problem ?? "";
    this.at = -1;
    const { scene } = this;
    this.checked = draft.problem === undefined && scene ? { scene, spec: this.spec, position: draft.position } : null;
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
    this.refused = "";
    this.draft = null;
    this.checked = wrong ? null : this.checkedIn(answer.events);
    if (!text && this.checked) this.text = this.checked.position;
    if (!wrong) await this.begins(connection, count);
    if (count === this.count) this.redraw();
  }

  /** Games without an editor refuse the line. */
  private async begins(connection: Connection, count: number): Promise<void> {
    const answer = await connection.say("edit");
    if (count !== this.count) return;
    const draft = answer.events.find((event) => event.event === "draft");
    this.draft = draft ?? null;
    if (draft && !draft.palette.some((shape) => shape.id === this.piece)) this.piece = draft.palette[0]?.id ?? null;
  }

  private checkedIn(events: Event[]): Checked | null {
    let checked: Checked | null = null;
    for (const event of events) {
      if (event.event === "hello") [this.spec, this.board] = [event.spec ?? "", event.scene ?? null];
      if (event.event === "position" && this.board && event.scene && event.position !== undefined) checked = { scene: new Scene(this.board, event.scene), spec: this.spec, position: event.position };
    }
    return checked;
  }
}
