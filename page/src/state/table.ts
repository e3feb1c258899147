// A table as the page knows it: what the events of a session have told so far, and what was pressed. No DOM.
import type { Answer, Connection } from "./connection";
import type { Ask, Event, Hello, Move, Mover, Position, Seat } from "../model/events";
import { type After, AnimationQueue } from "./animation";
import { Asking } from "./asking";
import { Cover } from "./cover";
import type { Scene } from "../model/scene";
import { Past } from "./past";
import { Standing } from "./standing";
import { TableLine } from "./table_line";
import { TableMotion } from "./table_motion";

const SOON = 100; // ms that nobody takes for waiting

/** What others do with what comes to a table. */
export interface TableHooks {
  /** Told each event after the table has taken it. */
  event: (event: Event) => void;
  /** Told a move that was pressed whole. */
  pressed: (move: string) => void;
  /** Told what is pressed while nothing is asked; true where that means something. */
  early: (id: string) => boolean;
}

export class Table {
  hello: Hello | null = null;
  readonly now = new Standing();
  readonly cover = new Cover();
  readonly asking = new Asking((id) => this.now.scene?.find(id)?.on ?? "");
  readonly line: TableLine;
  readonly past: Past;
  readonly motion = new TableMotion();
  readonly animation: AnimationQueue<Event>;
  readonly on: TableHooks = { event: () => {}, pressed: (move) => void this.make(move), early: () => false };
  /** A move is on its way: nothing is pressed until it is answered. */
  private sending = false;

  constructor(
    readonly connection: Connection,
    private readonly redraw: (now?: boolean) => void,
    private readonly after: After,
  ) {
    this.animation = new AnimationQueue(after, (event) => this.take(event));
    connection.onevent = (event) => this.animation.put(event);
    this.line = new TableLine(connection, redraw, () => {
      this.now.thinking = null;
    });
    this.past = new Past({ isStudy: () => this.hello?.study === true, onlook: () => this.asking.input.clear(), redraw });
  }

  get seats(): Seat[] {
    return this.hello?.seats ?? [];
  }

  /** Whether somebody else has the seats of the people. */
  get isElsewhere(): boolean {
    return this.line.away || this.isOnlooker;
  }

  private get isOnlooker(): boolean {
    return this.people > 0 && this.hello?.permissions !== undefined && !this.may("play") && this.hello.view !== "watch" && this.now.result === null;
  }

  /** Whether this client may do that: "play", "undo", "ask", "table", "read", "write". */
  may(permission: string): boolean {
    if (this.line.ownSeat !== null) return permission === "play" || (this.now.result !== null && (permission === "ask" || permission === "read"));
    return this.hello?.permissions?.includes(permission) ?? true;
  }

  /** How many people sit here. */
  get people(): number {
    return this.seats.filter((s) => s.person).length;
  }

  /** Whether a person at this screen is to do something. */
  get isAsked(): boolean {
    return this.line.connected && !this.line.away && !this.sending && this.asking.isDue;
  }

  /** Whether the clocks are stopped, also while somebody is to move. */
  get stands(): boolean {
    return this.hello?.clock !== undefined && this.hello.paused === true;
  }

  /** Whether somebody here may answer what a seat gives up: one screen for all, or the other seat. */
  get answersResignation(): boolean {
    return this.asking.resigns !== null && this.answers(this.asking.resigns.seat);
  }

  /** Whether somebody here may answer what a seat offers: one screen for all, or another seat. */
  answers(seat: number): boolean {
    const view: unknown = this.hello?.view;
    if (this.isElsewhere) return false;
    return view === "table" || (typeof view === "number" && view !== seat) || (Array.isArray(view) && view.some((own) => own !== seat));
  }

  /** What is to be seen: the present moment or an earlier one. */
  get shown(): Scene | null {
    return this.past.looking === null ? this.now.scene : (this.past.seen?.scene ?? this.now.scene);
  }

  /** The position to start again from, of the moment looked at. */
  get position(): string | undefined {
    return this.past.seen?.position;
  }

  called(seat: Mover): string {
    if (typeof seat !== "number") return "";
    const at = this.seats[seat];
    return at?.display_name || this.hello?.scene?.seats[seat]?.name || this.now.scene?.board.seats[seat]?.name || at?.name || String(seat);
  }

  async say(line: string): Promise<Answer> {
    return this.heed(await this.connection.say(line));
  }

  private heed(answer: Answer): Answer {
    this.line.failed = answer.closing.event === "error" ? answer.closing : null;
    if (this.now.thinking?.task === "worth") this.now.thinking = null; // a program has answered
    this.redraw();
    return answer;
  }

  // ---- pressing ------------------------------------------------------------------------------

  /** A shape was pressed; true where that meant something. */
  press(id: string, dragged = false): boolean {
    this.asking.pressed++;
    if (this.past.looking !== null || this.cover.seat !== null) return false;
    if (!this.isAsked) return this.on.early(id);
    if (this.asking.waiting) return this.asking.waiting.push(id) > 0;
    const pressed = this.asking.input.press(id);
    this.motion.dragged = dragged;
    if (pressed.move !== undefined) this.on.pressed(pressed.move);
    else this.redraw();
    return pressed.taken;
  }

  /** What was pressed does not count. */
  unpress(): void {
    this.asking.input.clear();
    this.redraw();
  }

  /** Makes a move, or throws dice, as they are typed. */
  async make(text: string): Promise<Answer> {
    const line = `${this.asking.rolls ? "roll" : "move"} ${text}`;
    this.asking.input.clear();
    this.sending = true;
    // Most answers come within a frame or two: to take away what can be pressed and put it back costs both of them.
    this.after(SOON, () => this.sending && this.redraw());
    const answer = await this.connection.say(line);
    this.sending = false;
    if (!(answer.closing.event === "error" && answer.closing.code === "stopped")) return this.heed(answer);
    this.redraw(); // the person has chosen another move
    return answer;
  }

  uncover(): void {
    this.cover.seat = null;
    this.redraw();
  }

  // ---- events --------------------------------------------------------------------------------

  /** Takes an event; true where a move is to be seen. */
  private take(event: Event): boolean {
    const seen = this.apply(event);
    const waiting = event.event === "moves" && event.ply === this.now.ply ? this.asking.takeWaiting() : [];
    this.on.event(event);
    for (const id of waiting) this.press(id);
    this.redraw(event.event === "ask" || event.event === "result"); // the last of what a move brings
    return seen;
  }

  private apply(event: Event): boolean {
    if (event.event === "move") this.now.usual = event.usual?.seconds ?? this.now.usual;
    switch (event.event) {
      case "hello":
        this.greet(event);
        return false;
      case "position":
        return this.stand(event);
      case "move":
        this.see(event);
        return false;
      case "ask":
        this.ask(event);
        return false;
      case "roll":
        if (this.line.ownSeat !== null) return false;
        this.asking.roll(event);
        this.now.thinking = null;
        this.askMoves();
        return false;
      case "moves":
        if (event.ply === this.now.ply) this.asking.list(event.moves);
        return false;
      case "thinking":
        if (event.task === "choose" || event.task === "open" || event.task === "worth") this.now.thinking = event;
        return false;
      case "clock":
        if (this.hello) this.hello = { ...this.hello, paused: event.stopped };
        return false;
      case "result":
        this.now.end(event);
        return false;
      case "error":
        if (event.reply_to === undefined) this.line.failed = event;
        if (event.code !== "state") this.now.thinking = null;
        return false;
      case "bye":
        this.line.ended = true;
        return false;
      default:
        return false;
    }
  }

  private greet(hello: Hello): void {
    if (hello.spec !== null) this.line.absent = false;
    const isSame = this.hello !== null && this.hello.spec === hello.spec && this.hello.seed === hello.seed;
    const board = hello.scene ?? (this.hello?.spec === hello.spec ? this.hello?.scene : undefined);
    this.hello = { ...hello, ...(board && { scene: board }), ...(this.line.ownSeat !== null && { view: this.line.ownSeat }) };
    if (!hello.scene || (isSame && (hello.snapshot || this.line.names))) return;
    this.past.forget();
    this.cover.forget();
    this.asking.parts = [];
    this.settle();
  }

  private settle(): void {
    this.asking.settle();
    this.now.result = null;
  }

  private stand(told: Position): boolean {
    const before = this.now.stand(told, this.hello?.scene);
    const { scene } = this.now;
    this.settle();
    this.past.stand(told.ply, scene && { ply: told.ply, scene, position: told.position, toMove: told.to_move });
    const stepped = this.motion.arrive(before, scene);
    return (stepped || told.change !== undefined) && told.reply_to === undefined ? true : this.motion.moved.size > 0;
  }

  private see(move: Move): void {
    this.past.add(move);
    this.motion.expect(move.steps ?? null);
    this.cover.see(move, this.seats[move.seat as number]?.person === true, move.ply === this.now.ply);
  }

  private ask(told: Ask): void {
    const ask = this.line.ownSeat === null ? told : { ...told, you: told.seat === this.line.ownSeat, concessions: [] };
    this.asking.begin(ask);
    this.now.thinking = null;
    if (!ask.you) return;
    this.cover.ask(ask.seat);
    if (ask.offer === undefined) this.askMoves();
  }

  /** Asks for the legal moves; what is pressed until they come waits for them. */
  private askMoves(): void {
    if (!this.asking.lists) return;
    this.asking.waiting = [];
    void this.connection.say("moves");
  }
}
