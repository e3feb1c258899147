// A match of machines, and what was played of it so far.
import type { Backend } from "../model/backend";
import type { Event, Game, MatchFigures, Named } from "../model/events";
import { type Answer, Connection } from "./connection";
import { MatchForm } from "./match_form";
import { RoundRobin } from "./round_robin";

export class Match {
  readonly form: MatchForm;
  /** Where there are more players than seats. */
  readonly round: RoundRobin;
  running = false;
  /** What was played so far; null: nothing, and nothing is being played. */
  figures: MatchFigures | null = null;
  failed = "";
  /** Called when it begins, so that its address is shown. */
  onstart: () => void = () => {};
  /** The line whose figures these are: the form may say another match by now. */
  private played = "";
  private connection: Connection | null = null;

  constructor(
    game: Game,
    methods: Named[],
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {
    this.form = new MatchForm(game, methods, redraw);
    this.round = new RoundRobin(redraw);
  }

  /** It was stopped, or left, and can be continued. */
  get paused(): boolean {
    return !this.running && this.played === this.form.line && this.figures !== null && this.figures.games < this.figures.games_planned;
  }

  /** Shows what is saved of this match. */
  async recall(): Promise<void> {
    if (this.form.isTournament) return;
    this.played = this.form.line;
    await this.say("view");
    this.redraw();
  }

  /** Plays what is left of it, or with `anew` all of it. */
  async start(anew: boolean): Promise<void> {
    if (this.running) return;
    this.running = true;
    if (this.form.isTournament) return this.playAll();
    this.round.forget();
    if (anew) this.figures = null;
    this.played = this.form.line;
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

  /** Each plays each other one. */
  private async playAll(): Promise<void> {
    this.figures = null;
    this.failed = "";
    this.onstart();
    this.failed = await this.round.play(this.form, (line, heard) => this.open().say(line, heard));
    this.running = false;
    this.redraw();
  }

  private open(): Connection {
    return (this.connection ??= new Connection(this.backend, null));
  }

  /** null: without saving it. */
  private say(...how: (string | null)[]): Promise<Answer> {
    const save = how[0] === null ? [] : [`save=${this.form.game.name}`, ...how];
    return this.open().say([this.form.line, ...save].join(" "), (event) => this.hear(event));
  }

  /** Before the first game is over. */
  private none(): MatchFigures {
    const none = { mean: NaN, stderr: 0, stddev: 0, median: NaN, min: 0, max: 0, percentiles: {}, wins: 0, draws: 0, losses: 0, score_rate: NaN };
    const players = this.form.named.map((player) => ({ ...none, player, seat: null, elo: null, by_seat: [] }));
    return { games: 0, games_planned: Number(this.form.games) || 0, seconds: 0, players };
  }

  private hear(event: Event): void {
    if (event.event === "match") this.figures = event.match;
    this.redraw();
  }

  /** What was played stays. */
  stop(): void {
    this.round.stop();
    void this.connection?.say("stop");
  }

  leave(): void {
    this.connection?.leave();
  }
}
