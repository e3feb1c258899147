// The form of a match of machines, the line and the address that it becomes.
import type { Game, Named } from "../model/events";
import { words } from "../model/line";
import type { Route } from "../model/route";

const USUAL = "1000"; // games
const USUAL_EACH = "100"; // games of a pair
const MOST_PLAYERS = 16; // of a tournament: 120 matches

export class MatchForm {
  /** The game with its options. */
  spec: string;
  players: string[];
  games = USUAL;
  seed = "";
  rotate = true;

  constructor(
    public game: Game,
    public methods: Named[],
    private readonly redraw: () => void,
  ) {
    const best = game.players[0]?.name ?? "minimax";
    this.spec = game.name;
    this.players = Array.from({ length: game.seats.default }, (_, i) => (i === 0 ? best : "random"));
  }

  /** As an address says it; what it leaves out stays as it is usual. */
  take(route: Route & { at: "match" }): void {
    const { players = [], games = USUAL, seed = "" } = route;
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

  /** Whether there are more players than seats: each plays each other one. */
  get isTournament(): boolean {
    return this.players.length > this.game.seats.default;
  }

  get canAdd(): boolean {
    const { min, max } = this.game.seats;
    return min === 2 && max === 2 && this.players.length < MOST_PLAYERS;
  }

  /** Another player; of a tournament fewer games are usual, since each pair plays them. */
  add(): void {
    if (!this.isTournament && this.games === USUAL) this.games = USUAL_EACH;
    this.players = [...this.players, "random"];
    this.redraw();
  }

  drop(i: number): void {
    this.players = this.players.filter((_, k) => k !== i);
    this.redraw();
  }

  set(change: Partial<Pick<MatchForm, "games" | "seed" | "rotate">>): void {
    Object.assign(this, change);
    this.redraw();
  }

  /** Who plays, as specs. */
  get named(): string[] {
    return this.players.map((player) => player.trim() || "random");
  }

  get line(): string {
    return this.lineOf(this.named);
  }

  /** A match of these players. */
  lineOf(players: string[]): string {
    const parts = ["match", this.spec, ...players, `games=${this.games.trim() || USUAL}`];
    if (this.seed.trim()) parts.push(`seed=${this.seed.trim()}`);
    return words(...parts, ...(this.rotate && players.length > 1 ? ["rotate"] : []));
  }

  /** The address of this match, at which it is found again. */
  get route(): Route {
    const [games, seed] = [this.games.trim(), this.seed.trim()];
    return { at: "match", game: this.spec, players: this.named, ...(games && { games }), ...(seed && { seed }), ...(this.rotate && { rotate: true }) };
  }
}
