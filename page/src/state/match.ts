// A match of machines: the form, the line that it becomes, and what was played so far.
import type { Backend } from "../model/backend";
import type { Event, Game, MatchFigures, Named } from "../model/events";
import { words } from "../model/line";
import type { Route } from "../model/route";
import { type Answer, Connection } from "./connection";

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
  /** The line whose figures these are: the form may say another match by now. */
  private played = "";
  private connection: Connection | null = null;
  /** Is told when it begins, so that its address is shown. */
  onstart: () => void = () => {};

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

  /** The address of this match, at which it is found again. */
  get route(): Route {
    const players = this.players.map((p) => p.trim() || "random");
    const [games, seed] = [this.games.trim(), this.seed.trim()];
    return { at: "match", game: this.spec, players, ...(games && { games }), ...(seed && { seed }), ...(this.rotate && { rotate: true }) };
  }

  /** It was stopped, or left, and can be continued. */
  get paused(): boolean {
    return !this.running && this.played === this.line && this.figures !== null && this.figures.games < this.figures.games_planned;
  }

  /** Shows what is saved of this match. */
  async recall(): Promise<void> {
    this.played = this.line;
    await this.say("view");
    this.redraw();
  }

  /** Plays what is left of it, or with `anew` all of it. */
  async start(anew: boolean): Promise<void> {
    if (this.running) return;
    this.running = true;
    if (anew) this.figures = null;
    this.played = this.line;
    this.figures ??= this.none();
    this.failed = "";
    this.onstart();
    this.redraw();
    let answer = await this.say(...(anew ? ["anew"] : []));
    if (answer.closing.event === "error" && answer.closing.code === "state") answer = await this.say(null); // another tab saves a match of this game
    this.running = false;
    if (!this.figures.games) this.figures = null;
    if (answer.closing.event === "error" && answer.closing.code !== "stopped") this.failed = answer.closing.text;
    this.redraw();
  }

  /** null: without saving it. */
  private say(...how: (string | null)[]): Promise<Answer> {
    this.connection ??= new Connection(this.backend, null);
    const save = how[0] === null ? [] : [`save=${this.game.name}`, ...how];
    return this.connection.say([this.line, ...save].join(" "), (event) => this.hear(event));
  }

  /** Before the first game is over. */
  private none(): MatchFigures {
    const none = { mean: NaN, stderr: 0, stddev: 0, median: NaN, min: 0, max: 0, percentiles: {}, wins: 0, draws: 0, losses: 0, score_rate: NaN };
    const players = this.players.map((player) => ({ ...none, player: player.trim() || "random", seat: null, elo: null, by_seat: [] }));
    return { games: 0, games_planned: Number(this.games) || 0, seconds: 0, players };
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
