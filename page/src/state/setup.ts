// The form of a new table, and the line that it becomes.
import type { Game, Named } from "../model/events";
import { readClock } from "../model/clock";
import { readSpec, spec, word } from "../model/line";
import { currentOptions } from "../model/renamed";

export interface SeatForm {
  /** "person", "usual", "own", or the spec of a player. */
  who: string;
  /** The spec that is typed in, where `who` is "own". */
  own: string;
  called: string;
}

/** On what terms a game is played, besides its rules; "": as it is usual. */
export interface Terms {
  /** Seconds of a program for a move. */
  time: string;
  seed: string;
  position: string;
  dice: "own" | "manual";
  /** Of the people, such as "5m+3s". */
  clock: string;
}

/** What is remembered of a setup. */
interface Kept {
  options: Record<string, string>;
  seats: SeatForm[];
  random: boolean;
  dice: "own" | "manual";
  clock: string;
}

export class Setup {
  /** What was chosen or typed so far; "": as it is usual. */
  options: Record<string, string> = {};
  /** Also those who were there before fewer seats were chosen. */
  private all: SeatForm[] = [];
  terms: Terms = { time: "", seed: "", position: "", dice: "own", clock: "" };
  /** Whether the seat of the person is drawn when the game begins. */
  random = false;
  failed = "";
  busy = false;
  /** The friend comes by a link, which is shown when the game begins; or plays by turns, and each move is a link. */
  byLink = false;
  byTurns = false;
  /** The seat of who begins a game by turns. */
  friendSeat = 0;

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

  set(change: Partial<Terms>): void {
    this.terms = { ...this.terms, ...change };
    this.redraw();
  }

  /** As an address says it: options of the game, and who plays. */
  take(game: string, players: string[]): void {
    this.options = currentOptions(readSpec(game).options, this.game);
    if (!this.options["seats"] && players.length === 0) this.sociable();
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

  /** The number of seats where two can play; a game that one plays alone by default is played against somebody. */
  sociable(): void {
    if (this.game.seats.default === 1 && this.game.seats.max > 1 && this.hasSeats) this.setOption("seats", "2");
  }

  // ---- the opponent and the side --------------------------------------------------------------

  /** The seat of the first person, -1: there is none. */
  get side(): number {
    return this.seats.findIndex((s) => s.who === "person");
  }

  /** Who is in all other seats, a spec that was typed as what it says; "": they differ, or there are no other seats. */
  get opponent(): string {
    const side = Math.max(0, this.side);
    const [first, ...more] = this.seats.filter((_, seat) => seat !== side).map((s) => (s.who === "own" ? this.player(s) : s.who));
    return first !== undefined && more.every((who) => who === first) ? first : "";
  }

  setOpponent(who: string, by: "link" | "turns" | null = null): void {
    this.byLink = by === "link";
    this.byTurns = by === "turns";
    if (by === "turns" && this.count !== 2 && this.hasSeats) this.setOption("seats", "2");
    const side = Math.max(0, this.side);
    this.all = this.all.map((s, seat) => ({ ...s, who: seat === side ? "person" : who }));
    this.redraw();
  }

  /** Number of the level of the opponents, from 1; 0: they are something else. */
  get level(): number {
    return (this.game.levels?.of.findIndex((level) => level.player === this.opponent) ?? -1) + 1;
  }

  /** The person sits there, -1: wherever the draw says; who sat there takes the other seat. */
  setSide(seat: number): void {
    this.random = seat < 0;
    if (this.byTurns) this.friendSeat = Math.max(0, seat);
    else if (seat >= 0) this.sit(seat);
    this.redraw();
  }

  private sit(seat: number): void {
    const [from, person] = [this.side, this.all[this.side]];
    const other = this.all[seat];
    if (person && other) this.all = this.all.map((s, i) => (i === seat ? person : i === from ? other : s));
  }

  /** Whether a person plays a game that has clocks: of two seats, where one wins what the other loses, and not by turns. */
  get canClock(): boolean {
    return this.game.seats.min === 2 && this.game.seats.max === 2 && this.side >= 0 && !this.byTurns;
  }

  // ---- the rules ------------------------------------------------------------------------------

  /** Options that say which rules hold. */
  private get ruling(): [string, string][] {
    const usual = (name: string) => this.game.options.find((o) => o.name === name)?.default ?? "";
    return Object.entries(this.options).filter(([name, value]) => name !== "seats" && value !== "" && value !== usual(name));
  }

  /** The variant whose options these are, from 1; 0: the game as it is usual; -1: neither. */
  get variant(): number {
    const said = (options: [string, string][]) => options.map((pair) => pair.join("=")).sort().join();
    if (this.ruling.length === 0) return 0;
    const found = (this.game.variants ?? []).findIndex((v) => said(Object.entries(readSpec(`:${v.options}`).options)) === said(this.ruling));
    return found < 0 ? -1 : found + 1;
  }

  setVariant(number: number): void {
    const { seats } = this.options;
    const options = this.game.variants?.[number - 1]?.options;
    this.options = { ...(options ? readSpec(`:${options}`).options : {}), ...(seats ? { seats } : {}) };
    this.fill();
    this.redraw();
  }

  // ---- what was chosen the last time ----------------------------------------------------------

  get kept(): Kept {
    const { options, seats, random } = this;
    const { dice, clock } = this.terms;
    return { options, seats, random, dice, clock };
  }

  /** As it was the last time; what cannot be read of it is as usual. */
  recall(kept: unknown): void {
    this.sociable();
    const { options, seats, random, dice, clock } = (kept ?? {}) as Partial<Kept>;
    if (options && typeof options === "object") this.options = currentOptions(options, this.game);
    this.fill();
    if (Array.isArray(seats) && seats.every((s) => typeof s?.who === "string" && typeof s.own === "string" && typeof s.called === "string"))
      this.all = this.all.map((s, i) => seats[i] ?? s);
    this.random = random === true && this.side >= 0;
    this.terms = { ...this.terms, dice: dice === "manual" ? "manual" : "own", clock: typeof clock === "string" && readClock(clock) ? clock : "" };
  }

  /** Draws the seat of the person, if that is wanted. */
  draw(random: () => number): void {
    if (this.random && this.side >= 0) this.sit(Math.floor(random() * this.count));
  }

  private fill(): void {
    while (this.all.length < this.count) this.all.push({ who: this.all.length === 0 ? "person" : this.suited, own: "", called: "" });
  }

  private get hasSeats(): boolean {
    return this.game.options.some((o) => o.name === "seats");
  }

  /** The level that suits a new player. */
  private get suited(): string {
    const { levels } = this.game;
    return levels?.of[levels.default - 1]?.player ?? "usual";
  }

  /** Whether the session fills this seat as usual. In a game whose options decide how many seats there are, the usual opponent is
   * the level that suits. */
  private isUsual(seat: SeatForm | undefined): boolean {
    const { min, max } = this.game.seats;
    return seat?.who === "usual" || (seat?.who === this.suited && min < max && !this.hasSeats);
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
    const says = this.hasSeats && !this.options["seats"];
    return says && named > 1 && named < this.count ? { seats: String(this.count) } : {};
  }

  /** Seats at the end that are taken as usual are left to the session. */
  private get named(): number {
    let named = this.seats.length;
    while (named > 0 && this.isUsual(this.seats[named - 1])) named--;
    return named;
  }

  get spec(): string {
    const chosen = this.game.options.map((o) => [o.name, (this.options[o.name] ?? "").trim(), o.default] as const);
    return spec(this.game.name, { ...Object.fromEntries(chosen.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value])), ...this.seatsSaid });
  }

  get line(): string {
    const parts = ["new", word(this.spec), ...this.seats.slice(0, this.named).map((s) => word(this.player(s)))];
    const { seed, dice, time, position, clock } = this.terms;
    if (seed.trim()) parts.push(word(`seed=${seed.trim()}`));
    if (dice === "manual") parts.push("dice=manual");
    if (time) parts.push(`time=${time}`);
    if (position.trim()) parts.push(word(`position=${position.trim()}`));
    if (clock && this.canClock) parts.push(`clock=${clock}`);
    return parts.join(" ");
  }

  /** Names of people, as lines for the open table. */
  get names(): string[] {
    return this.seats.flatMap((s, i) => (s.who === "person" && s.called.trim() ? [`name ${i} ${word(s.called.trim())}`] : []));
  }
}
