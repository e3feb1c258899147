// The form of a match of machines, the line and the address that it becomes.
import type { Game, Named } from "../model/events";
import { words } from "../model/line";
import type { Route } from "../model/route";

export class MatchForm {
  /** The game with its options. */
  spec: string;
  players: string[];
  games = "1000";
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

  set(change: Partial<Pick<MatchForm, "games" | "seed" | "rotate">>): void {
    Object.assign(this, change);
    this.redraw();
  }

  /** Who plays, as specs. */
  get named(): string[] {
    return this.players.map((player) => player.trim() || "random");
  }

  get line(): string {
    const parts = ["match", this.spec, ...this.named, `games=${this.games.trim() || "1000"}`];
    if (this.seed.trim()) parts.push(`seed=${this.seed.trim()}`);
    return words(...parts, ...(this.rotate && this.players.length > 1 ? ["rotate"] : []));
  }

  /** The address of this match, at which it is found again. */
  get route(): Route {
    const [games, seed] = [this.games.trim(), this.seed.trim()];
    return { at: "match", game: this.spec, players: this.named, ...(games && { games }), ...(seed && { seed }), ...(this.rotate && { rotate: true }) };
  }
}
