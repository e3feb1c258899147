// The form of a new table, and the line that it becomes.
import type { Game, Named, Option } from "../model/events";
import { readSpec, spec, word } from "../model/line";
import { currentOptions } from "../model/renamed";

export interface SeatForm {
  /** "person", "usual", "own", or the spec of a player. */
  who: string;
  /** The spec that is typed in, where `who` is "own". */
  own: string;
  called: string;
}

export class Setup {
  /** What was chosen or typed so far; "": as it is usual. */
  options: Record<string, string> = {};
  /** Also those who were there before fewer seats were chosen. */
  private all: SeatForm[] = [];
  time = "";
  seed = "";
  position = "";
  dice: "own" | "manual" = "own";
  failed = "";
  busy = false;

  constructor(
    public game: Game,
    public methods: Named[],
    private readonly redraw: () => void,
  ) {
    this.fill();
  }

  /** The same, in another language. */
  rename(game: Game, methods: Named[]): void {
    Object.assign(this, { game, methods });
  }

  get seats(): SeatForm[] {
    return this.all.slice(0, this.count);
  }

  get count(): number {
    const seats = Number(this.options["seats"] ?? "");
    return Number.isInteger(seats) && seats >= this.game.seats.min && seats <= this.game.seats.max ? seats : this.game.seats.default;
  }

  setOption(name: string, value: string): void {
    this.options[name] = value;
    this.fill();
    this.redraw();
  }

  setSeat(seat: number, change: Partial<SeatForm>): void {
    this.all = this.all.map((s, i) => (i === seat ? { ...s, ...change } : s));
    this.redraw();
  }

  set(change: Partial<Pick<Setup, "time" | "seed" | "position" | "dice">>): void {
    Object.assign(this, change);
    this.redraw();
  }

  /** As an address says it: options of the game, and who plays. */
  take(game: string, players: string[]): void {
    this.options = currentOptions(readSpec(game).options, this.game);
    this.fill();
    const known = (who: string) => who === "random" || [...this.game.players, ...this.methods].some((p) => p.name === who);
    const form = (player: string): Partial<SeatForm> =>
      player === "human" ? { who: "person" } : known(player) ? { who: player } : { who: "own", own: player };
    this.all = this.all.map((seat, i) => (players[i] ? { ...seat, ...form(players[i]) } : seat));
  }

  /** Everybody a machine: to be watched. */
  watch(): void {
    this.all = this.all.map((s) => ({ ...s, who: "usual" }));
  }

  /** Strengths in which a player of this game can be had. */
  get levels(): { player: string; option: Option; of: string[] } | null {
    for (const player of this.game.players) {
      const option = player.options.find((o) => o.name === "level");
      const range = option && /^(\d+)\.\.(\d+)$/.exec(option.values);
      if (!option || !range) continue;
      const [from, to] = [Number(range[1]), Number(range[2])];
      return { player: player.name, option, of: Array.from({ length: to - from + 1 }, (_, i) => String(from + i)) };
    }
    return null;
  }

  private fill(): void {
    while (this.all.length < this.count) this.all.push({ who: this.all.length === 0 ? "person" : "usual", own: "", called: "" });
  }

  private player(seat: SeatForm): string {
    if (seat.who === "person") return "human";
    if (seat.who === "own") return seat.own.trim() || "random";
    if (seat.who !== "usual") return seat.who;
    return this.game.players[0]?.name ?? "minimax";
  }

  /** Of players who are named the session makes as many seats, where that is not said. */
  private get seatsSaid(): Record<string, string> {
    const { named } = this;
    const says = this.game.options.some((o) => o.name === "seats") && !this.options["seats"];
    return says && named > 1 && named < this.count ? { seats: String(this.count) } : {};
  }

  /** Seats at the end that are taken as usual are left to the session. */
  private get named(): number {
    let named = this.seats.length;
    while (named > 0 && this.seats[named - 1]?.who === "usual") named--;
    return named;
  }

  get spec(): string {
    const chosen = this.game.options.map((o) => [o.name, (this.options[o.name] ?? "").trim(), o.default] as const);
    return spec(this.game.name, { ...Object.fromEntries(chosen.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value])), ...this.seatsSaid });
  }

  get line(): string {
    const parts = ["new", word(this.spec), ...this.seats.slice(0, this.named).map((s) => word(this.player(s)))];
    if (this.seed.trim()) parts.push(word(`seed=${this.seed.trim()}`));
    if (this.dice === "manual") parts.push("dice=manual");
    if (this.time) parts.push(`time=${this.time}`);
    if (this.position.trim()) parts.push(word(`position=${this.position.trim()}`));
    return parts.join(" ");
  }

  /** Names of people, as lines for the open table. */
  get names(): string[] {
    return this.seats.flatMap((s, i) => (s.who === "person" && s.called.trim() ? [`name ${i} ${word(s.called.trim())}`] : []));
  }
}
