// A match of machines: the form, the line that it becomes, and what was played so far.
import type { Backend } from "../model/backend";
import type { Event, Game, MatchFigures, Named } from "../model/events";
import { words } from "../model/line";
import type { Route } from "../model/route";
import { Connection } from "./connection";

export class Match {
  /** The game with its options. */
  spec: string;
  players: string[];
  games = "1000";
  seed = "";
  rotate = true;
  running = false;
  /** What was played so far; null: nothing, and nothing is being played. */
  figures: MatchFigures | null = null;
  failed = "";
  private connection: Connection | null = null;

  constructor(
    public game: Game,
    public methods: Named[],
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {
    const best = game.players[0]?.name ?? "minimax";
    this.spec = game.name;
    this.players = Array.from({ length: game.seats.default }, (_, i) => (i === 0 ? best : "random"));
  }

  /** As an address says it; what it leaves out stays as it is usual. */
  take(route: Route & { at: "match" }): void {
    const { players = [], games = "1000", seed = "" } = route;
    this.spec = route.game;
    if (players.length > 0) Object.assign(this, { players, games, seed, rotate: route.rotate === true });
  }

  /** The same, in another language. */
  rename(game: Game, methods: Named[]): void {
    Object.assign(this, { game, methods });
  }

  setPlayer(i: number, player: string): void {
    this.players = this.players.map((p, j) => (i === j ? player : p));
    this.redraw();
  }

  set(change: Partial<Pick<Match, "games" | "seed" | "rotate">>): void {
    Object.assign(this, change);
    this.redraw();
  }

  get line(): string {
    const parts = ["match", this.spec, ...this.players.map((p) => p.trim() || "random"), `games=${this.games.trim() || "1000"}`];
    if (this.seed.trim()) parts.push(`seed=${this.seed.trim()}`);
    return words(...parts, ...(this.rotate && this.players.length > 1 ? ["rotate"] : []));
  }

  async start(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.figures = this.none();
    this.failed = "";
    this.redraw();
    this.connection ??= new Connection(this.backend, null);
    const answer = await this.connection.say(this.line, (event) => this.hear(event));
    this.running = false;
    if (!this.figures?.games) this.figures = null;
    if (answer.closing.event === "error" && answer.closing.code !== "stopped") this.failed = answer.closing.text;
    this.redraw();
  }

  /** Before the first game is over. */
  private none(): MatchFigures {
    const none = { mean: NaN, stderr: 0, stddev: 0, median: NaN, min: 0, max: 0, percentiles: {}, wins: 0, draws: 0, losses: 0, score_rate: NaN };
    const players = this.players.map((player) => ({ ...none, player: player.trim() || "random", seat: null, elo: null, by_seat: [] }));
    return { games: 0, of: Number(this.games) || 0, seconds: 0, players };
  }

  private hear(event: Event): void {
    if (event.event === "match") this.figures = event.match;
    this.redraw();
  }

  /** What was played stays. */
  stop(): void {
    void this.connection?.say("stop");
  }

  leave(): void {
    this.connection?.leave();
  }
}
