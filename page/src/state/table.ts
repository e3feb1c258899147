// A table as the page knows it: what the events of a session have told so far, and what was pressed. No DOM.
import type { Answer, Connection } from "./connection";
import type { Ask, Event, Failed, Hello, Move, Mover, Position, Result, Seat, Thinking } from "../model/events";
import { type After, AnimationQueue } from "./animation";
import { moveSaid } from "../model/said";
import { Asking } from "./asking";
import { Scene } from "../model/scene";
import { Past } from "./past";
import { TableLine } from "./table_line";
import { TableMotion } from "./table_motion";

const SOON = 100; // ms that nobody takes for waiting

export class Table {
  hello: Hello | null = null;
  scene: Scene | null = null;
  ply = 0;
  toMove: Mover = "over";
  hidden = false;
  /** What people call the opening that the play has followed; "": it has no name. */
  opening = "";
  result: Result | null = null;
  thinking: Thinking | null = null;
  /** Seconds after which a machine whose search nothing limits ended; 0: none did. */
  usual = 0;
  /** What went wrong last, and where it belongs. */
  failed: Failed | null = null;
  /** In a game by turns the seat that is played here: moves of the other one, and dice, come with links. null: any other game. */
  ownSeat: number | null = null;
  /** Who is to look now, while what the last one did in secret is covered. */
  cover: number | null = null;
  /** What is to be spoken next. */
  spoken: { seat: Mover; text: string } | null = null;
  /** Whether the legal moves are wanted. */
  lists = true;
  readonly asking = new Asking((id) => this.scene?.find(id)?.on ?? "");
  readonly line: TableLine;
  readonly past: Past;
  readonly motion = new TableMotion();
  readonly animation: AnimationQueue<Event>;
  /** Told each event after the table has taken it. */
  onevent: (event: Event) => void = () => {};
  /** Told a move that was pressed whole. */
  onpressed: (move: string) => void = (move) => void this.make(move);
  /** Told what is pressed while nothing is asked; true where that means something. */
  onearly: (id: string) => boolean = () => false;
  /** What each seat has, in words of the game. */
  private counts: string[] = [];
  /** A move is on its way: nothing is pressed until it is answered. */
  private sending = false;
  private secret = false;
  private lastPerson: number | null = null;

  constructor(
    readonly connection: Connection,
    private readonly redraw: (now?: boolean) => void,
    private readonly after: After,
  ) {
    this.animation = new AnimationQueue(after, (event) => this.take(event));
    connection.onevent = (event) => this.animation.put(event);
    this.line = new TableLine(connection, redraw, () => {
      this.thinking = null;
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
    return this.people > 0 && this.hello?.permissions !== undefined && !this.may("play") && this.hello.view !== "watch" && this.result === null;
  }

  /** Whether this client may do that: "play", "undo", "ask", "table", "read", "write". */
  may(permission: string): boolean {
    if (this.ownSeat !== null) return permission === "play" || (this.result !== null && (permission === "ask" || permission === "read"));
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
    return this.past.looking === null ? this.scene : (this.past.seen?.scene ?? this.scene);
  }

  /** The position to start again from, of the moment looked at. */
  get position(): string | undefined {
    return this.past.seen?.position;
  }

  called(seat: Mover): string {
    if (typeof seat !== "number") return "";
    const at = this.seats[seat];
    return at?.display_name || this.hello?.scene?.seats[seat]?.name || this.scene?.board.seats[seat]?.name || at?.name || String(seat);
  }

  /** What a seat has now, "" for nothing that is counted. */
  countOf(seat: number): string {
    return this.counts[seat] ?? "";
  }

  async say(line: string): Promise<Answer> {
    return this.heed(await this.connection.say(line));
  }

  private heed(answer: Answer): Answer {
    this.failed = answer.closing.event === "error" ? answer.closing : null;
    if (this.thinking?.task === "worth") this.thinking = null; // a program has answered
    this.redraw();
    return answer;
  }

  // ---- pressing ------------------------------------------------------------------------------

  /** How often something was pressed. */
  pressed = 0;

  /** A shape was pressed; true where that meant something. */
  press(id: string, dragged = false): boolean {
    this.pressed++;
    if (this.past.looking !== null || this.cover !== null) return false;
    if (!this.isAsked) return this.onearly(id);
    const pressed = this.asking.input.press(id);
    this.motion.dragged = dragged;
    if (pressed.move !== undefined) this.onpressed(pressed.move);
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
    this.cover = null;
    this.redraw();
  }

  // ---- events --------------------------------------------------------------------------------

  /** Takes an event; true where a move is to be seen. */
  private take(event: Event): boolean {
    const seen = this.apply(event);
    this.onevent(event);
    this.redraw(event.event === "ask" || event.event === "result"); // the last of what a move brings
    return seen;
  }

  private apply(event: Event): boolean {
    if (event.event === "move") this.usual = event.usual?.seconds ?? this.usual;
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
        if (this.ownSeat !== null) return false;
        this.asking.roll(event);
        this.thinking = null;
        if (this.lists) void this.connection.say("moves");
        return false;
      case "moves":
        if (event.ply === this.ply) this.asking.list(event.moves);
        return false;
      case "thinking":
        if (event.task === "choose" || event.task === "open" || event.task === "worth") this.thinking = event;
        return false;
      case "clock":
        if (this.hello) this.hello = { ...this.hello, paused: event.stopped };
        return false;
      case "result":
        this.result = event;
        this.thinking = null;
        return false;
      case "error":
        if (event.reply_to === undefined) this.failed = event;
        if (event.code !== "state") this.thinking = null;
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
    this.hello = { ...hello, ...(board && { scene: board }), ...(this.ownSeat !== null && { view: this.ownSeat }) };
    if (!hello.scene || (hello.snapshot && isSame)) return;
    this.past.forget();
    this.cover = null;
    this.lastPerson = null;
    this.secret = false;
    this.asking.parts = [];
    this.settle();
  }

  private settle(): void {
    this.asking.settle();
    this.result = null;
  }

  private stand(now: Position): boolean {
    const before = this.scene;
    const board = this.hello?.scene;
    if (now.scene && board) this.scene = new Scene(board, now.scene);
    else if (now.change && before) this.scene = before.changed(now.change);
    this.settle();
    this.ply = now.ply;
    this.toMove = now.to_move;
    this.hidden = now.hidden;
    this.opening = now.opening ?? "";
    this.counts = now.seat_counts ?? [];
    this.thinking = null;
    this.past.stand(now.ply, this.scene && { ply: now.ply, scene: this.scene, position: now.position, toMove: now.to_move });
    const stepped = this.motion.arrive(before, this.scene);
    return (stepped || now.change !== undefined) && now.reply_to === undefined ? true : this.motion.moved.size > 0;
  }

  private see(move: Move): void {
    this.past.add(move);
    this.motion.expect(move.steps ?? null);
    if (move.secret && this.seats[move.seat as number]?.person) this.secret = true;
    else if (!move.secret && move.ply === this.ply) this.secret = false;
    if (move.secret !== true && move.move !== undefined) this.spoken = { seat: move.seat, text: moveSaid({ move: move.move, move_said: move.move_said }) };
  }

  private ask(told: Ask): void {
    const ask = this.ownSeat === null ? told : { ...told, you: told.seat === this.ownSeat, concessions: [] };
    this.asking.begin(ask);
    this.thinking = null;
    if (!ask.you) return;
    if (this.secret && this.lastPerson !== null && this.lastPerson !== ask.seat) this.cover = ask.seat;
    this.lastPerson = ask.seat;
    if (ask.offer === undefined && this.lists) void this.connection.say("moves");
  }
}
