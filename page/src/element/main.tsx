// <hra-board>: the board as an element of other pages (packages/npm/engine/README.md).
import { render } from "preact";
import { Board } from "../board/board";
import type { Event } from "../model/events";
import { words } from "../model/line";
import { capital } from "../model/said";
import { Connection } from "../state/connection";
import { Table } from "../state/table";
import { fetchTexts, speak, w } from "../strings/strings";
import { WorkerBackend } from "./worker_backend";

declare const STYLE: string; // said by packages/npm/build.mjs

/** One engine for all boards of a page. */
let backend: Promise<WorkerBackend> | null = null;
function engine(language: string): Promise<WorkerBackend> {
  backend ??= fetchTexts(language).then(() => {
    speak([language]);
    return new WorkerBackend(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), language);
  });
  return backend;
}

let sheet: CSSStyleSheet | null = null;
function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** Moves in an attribute: separated by semicolons, or in lines. */
const movesOf = (text: string): string[] => text.split(/[;\n]/).map((move) => move.trim()).filter((move) => move);

class HraBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "players", "position", "moves", "orientation", "readonly"];
  private table: Table | null = null;
  private readonly root = this.attachShadow({ mode: "open" });
  private opening = 0;
  /** Moves of the attribute are made, which no event reports. */
  private isQuiet = false;
  private failed = "";

  constructor() {
    super();
    this.root.adoptedStyleSheets = [style()];
  }

  connectedCallback(): void {
    this.open();
  }

  disconnectedCallback(): void {
    this.leave();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name !== "orientation" && name !== "readonly") this.open();
    else if (this.table) this.draw();
  }

  /** The position, in the notation of the game; null: none yet. */
  get position(): string | null {
    return this.table?.past.frames[this.table.past.frames.length - 1]?.position ?? null;
  }

  /** Sends a line of a session; rejected with what the engine says. */
  async send(line: string): Promise<Event[]> {
    const { table } = this;
    if (!table) await engine(this.language()); // with it come the texts, of which one says what is missing
    const answer = await table?.connection.say(line);
    if (answer?.closing.event !== "ok") throw new Error(answer?.closing.text ?? w.loading);
    return answer.events;
  }

  /** Makes a move, as if it were made on the board. */
  async move(text: string): Promise<void> {
    await this.send(`${this.table?.asking.rolls ? "roll" : "move"} ${text}`);
  }

  async undo(): Promise<void> {
    await this.send("undo");
  }

  private language(): string {
    return this.closest("[lang]")?.getAttribute("lang")?.startsWith("cs") ? "cs" : "en";
  }

  private leave(): void {
    this.opening++;
    this.table?.connection.leave();
    this.table = null;
  }

  /** Several attributes that change together open one game. */
  private open(): void {
    this.leave();
    const mine = this.opening;
    queueMicrotask(() => mine === this.opening && void this.begin(mine));
  }

  private async begin(mine: number): Promise<void> {
    const connection = new Connection(await engine(this.language()), null);
    if (mine !== this.opening) return connection.leave();
    const table = new Table(connection, () => this.draw(), (_, then) => then());
    this.table = table;
    this.failed = "";
    table.on.event = (event) => this.report(event);
    const moves = movesOf(this.getAttribute("moves") ?? "");
    this.isQuiet = true;
    try {
      const players = this.getAttribute("players")?.split(/\s+/).filter((player) => player) ?? ["others=human"];
      const position = this.getAttribute("position");
      const more = [...(position ? [`position=${position}`] : []), ...(moves.length > 0 ? ["dice=manual", "pause"] : []), "save=no"];
      await this.send(words("new", this.getAttribute("game") ?? "tictactoe", ...players, ...more));
      for (const move of moves) await this.move(move);
      if (moves.length > 0) await this.send("continue");
    } catch (why) {
      if (mine !== this.opening) return;
      this.failed = why instanceof Error ? why.message : String(why);
      this.emit("hra-error", { text: this.failed });
    }
    this.isQuiet = false;
    this.draw();
    if (!this.failed) this.emit("hra-ready", { position: this.position });
  }

  private report(event: Event): void {
    if (this.isQuiet) return;
    if (event.event === "move") {
      const { ply, seat, move } = event;
      queueMicrotask(() => this.emit("hra-move", { ply, seat, move, position: this.position })); // the position comes behind it
    } else if (event.event === "result") this.emit("hra-result", { returns: event.returns, reason: event.reason });
    else if (event.event === "error") this.emit("hra-error", { text: event.text });
  }

  private emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private draw(): void {
    const { table } = this;
    const scene = table?.shown;
    if (this.failed || !table || !scene) return render(<p role={this.failed ? "alert" : "status"}>{this.failed || w.loading}</p>, this.root);
    const { input } = table.asking;
    const playing = table.isAsked && !this.hasAttribute("readonly");
    const due = scene.find("due")?.text;
    const last = table.past.played[table.past.played.length - 1];
    render(
      <>
        <p id="board-keys" class="unseen">
          {w.boardKeys}
        </p>
        <Board
          scene={scene}
          label={w.board(table.hello?.game?.title ?? "")}
          turned={this.getAttribute("orientation") === "turned"}
          chosen={playing ? input.chosen : []}
          targets={playing ? input.targets : new Set()}
          meant={(id) => (playing ? input.meant(id) : null)}
          ends={(id) => input.ends(id)}
          goal={(id) => input.goal(id)}
          press={(id, dragged) => playing && table.press(id, dragged)}
          clear={() => table.unpress()}
          key={table.hello?.spec ?? ""}
          onkey={() => false}
          arrows={[]}
          moved={table.motion.moved}
          gone={table.motion.gone}
          motions={table.motion.count}
          still={matchMedia("(prefers-reduced-motion: reduce)").matches}
          canPress={w.selectable}
        />
        {due && <p class="due">{capital(due)}</p>}
        <p class="unseen" role="status" aria-live="polite">
          {last && [capital(table.called(last.seat)), last.text ?? w.secretMove].filter(Boolean).join(": ")}
        </p>
      </>,
      this.root,
    );
  }
}

if (!customElements.get("hra-board")) customElements.define("hra-board", HraBoard);
