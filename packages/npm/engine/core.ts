// The engine for programs of JavaScript: sessions in one module of WebAssembly, without workers. What a session would hand to
// a worker is computed here, before `send` returns.
import { Module } from "../../../page/src/backend/engine/module";
import type { EventOf, Line, SessionEvent } from "./events";

export type * from "./events";

/** What `analyse` found, with the most used of its members (docs/json.md has all). */
export interface Analysis extends Record<string, unknown> {
  move: string | null;
  /** For each seat. */
  value: number[];
  kind: "exact" | "bound" | "mean" | "estimate" | "none";
  depth: number;
  nodes: number;
  playouts: number;
  seconds: number;
  /** Principal variation. */
  pv: string[];
}

/** Files that the engine asks for, by name; null: there is no such file. */
export type ReadFile = (name: string) => Uint8Array | null;

/** An error that a session reports. */
export class SessionError extends Error {
  constructor(
    message: string,
    /** Kind of error, such as "input" or "fit". */
    readonly code: EventOf<"error">["code"],
  ) {
    super(message);
    this.name = "SessionError";
  }
}

interface Task {
  id: number;
  text: string;
}

const TABLE = -1; // hra_session_attach: all people at one screen
const WORKER = 0; // the client that is given tasks

/** One open game with its players: lines in, events out. */
export class Session {
  /** All events so far, the oldest first. */
  readonly events: SessionEvent[] = [];
  /** Called with each event when it comes. */
  onevent: (event: SessionEvent) => void = () => {};
  private lines = 0;

  constructor(
    private readonly engine: Engine,
    private readonly table: number,
    private readonly client: number,
  ) {}

  /** For the engine. */
  hear(event: SessionEvent): void {
    this.events.push(event);
    this.onevent(event);
  }

  /** Sends a line and returns the events that came until it and all moves of programs were done. */
  send(line: Line): SessionEvent[] {
    const id = `e${++this.lines}`;
    const before = this.events.length;
    this.pass(`@${id} ${line}`);
    const events = this.events.slice(before);
    const error = events.find((event): event is EventOf<"error"> => event.event === "error" && (event.reply_to === id || event.reply_to === undefined));
    if (error) throw new SessionError(error.text, error.code);
    return events;
  }

  /** Sends a line as it is, with an ID of the caller's; what comes is passed to `onevent`. */
  pass(line: string): void {
    this.engine.run(this.table, this.client, line);
  }

  /** Sends a line and returns the last event of this name that it caused. */
  ask<Name extends SessionEvent["event"]>(name: Name, line: Line): EventOf<Name> {
    const event = this.send(line).reverse().find((one): one is EventOf<Name> => one.event === name);
    if (!event) throw new Error(`'${line}' caused no event '${name}'`);
    return event;
  }

  /** The newest event of this name. */
  last<Name extends SessionEvent["event"]>(name: Name): EventOf<Name> | undefined {
    return [...this.events].reverse().find((one): one is EventOf<Name> => one.event === name);
  }

  /** Legal moves; empty when the game is over. */
  moves(): string[] {
    return this.isOver ? [] : this.ask("moves", "moves").moves.map(({ move }) => move);
  }

  /** Makes a move; programs and chance answer before this returns. */
  move(move: string): SessionEvent[] {
    return this.send(`move ${move}`);
  }

  /** Values of the moves, the best first. */
  advice(): EventOf<"advice">["advice"] {
    return this.ask("advice", "advice").advice;
  }

  /** Values by a player of choice, with limits: `analyse("expert", "nodes=1000000")`. */
  analyse(...words: string[]): Analysis {
    return this.ask("analysis", `analyse ${words.join(" ")}`).analysis as Analysis;
  }

  /** The position and the board as text, with the scene to draw it. */
  position(): EventOf<"position"> {
    return this.ask("position", "position");
  }

  /** Points of each seat, null: the game is not over. */
  get result(): EventOf<"result"> | null {
    return this.isOver ? (this.last("result") ?? null) : null;
  }

  private get isOver(): boolean {
    const newest = [...this.events].reverse().find(({ event }) => event === "result" || event === "ask" || event === "roll" || event === "hello");
    return newest?.event === "result";
  }

  close(): void {
    this.engine.close(this.table);
  }
}

export class Engine {
  private readonly module: Module;
  private readonly sessions = new Map<number, Session>();
  private readonly tasks: (Task & { table: number })[] = [];
  private result = "";

  constructor(compiled: WebAssembly.Module, read: ReadFile, catalogue: Uint8Array | null = null) {
    this.module = new Module(compiled, {
      event: (table, client, json) => this.hear(table, client, JSON.parse(json)),
      done: (result) => (this.result = result),
      file: read,
    });
    if (catalogue) this.module.speak(catalogue);
  }

  /** Opens a session, and in it a game if words of the line `new` are given: `open("nim human minimax")`. */
  open(game?: string): Session {
    const table = this.module.open();
    if (table < 0) throw new Error(`the engine has no room for another session (${table})`);
    const client = this.module.attach(table, TABLE);
    const session = new Session(this, table, client);
    this.sessions.set(table, session);
    session.send("session 2");
    if (game !== undefined) session.send(`new ${game} save=no`);
    return session;
  }

  /** The games with their options, players and levels. */
  games(): EventOf<"games">["list"]["games"] {
    const session = this.open();
    try {
      return session.ask("games", "games").list.games;
    } finally {
      session.close();
    }
  }

  /** For sessions: passes a line on, and computes what it asks for. */
  run(table: number, client: number, line: string): void {
    this.tell(table, client, line);
    for (let task; (task = this.tasks.shift()); ) {
      this.result = "";
      if (!this.module.think(task.text)) this.result = "error memory out of memory";
      this.tell(task.table, WORKER, `task-result ${task.id} ${this.result}`);
    }
  }

  /** For sessions. */
  close(table: number): void {
    this.module.close(table);
    this.sessions.delete(table);
  }

  private tell(table: number, client: number, line: string): void {
    this.module.line(table, client, line);
    this.module.step(table);
  }

  private hear(table: number, client: number, event: SessionEvent & Partial<Task> & { end?: boolean }): void {
    if (client !== WORKER) this.sessions.get(table)?.hear(event);
    else if (event.event === "task" && !event.end && event.text !== undefined) this.tasks.push({ table, id: event.id, text: event.text });
  }
}
