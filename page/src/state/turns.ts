// A game by turns at the table: what the link has that a friend sent, one's own turn, and the link to send back.
import type { Backend } from "../model/backend";
import { CHAIN, Chain, type Hash, same } from "../model/chain";
import type { Event } from "../model/events";
import { type Side, seatOf, sideToMove } from "../model/turn_sides";
import { type Packer, ACCEPT, DRAW, NAME, RESIGN, type TurnsPlay, compare, fromBase64, pack, revealed, talkOf, toBase64, unpack } from "../model/turns";
import { w } from "../strings/strings";
import type { Table } from "./table";
import type { TableScreen } from "./table_screen";
import { type Pair, TurnReferee, opened } from "./turn_referee";
import type { StoredTurns, TurnStore } from "./turn_store";

/** What it needs of the world. */
export interface TurnsWorld {
  backend: Backend;
  store: TurnStore;
  hash: Hash;
  packer: Packer;
  secret: () => Uint8Array;
  id: () => string;
  /** A table that is not shown yet. */
  screen: () => TableScreen;
  /** Shows it, as fast as moves are shown here. */
  show: (screen: TableScreen) => void;
  redraw: () => void;
}

/** Says a line that was played. */
async function sayTo({ connection, line }: Table, text: string): Promise<void> {
  line.names = text.startsWith("name ");
  await connection.say(text);
  line.names = false;
}

export class Turns {
  play: StoredTurns | null = null;
  /** What the newest link has after `#t=`; "": it is one's own turn. */
  link = "";
  /** What was noticed about the link that was opened. */
  notice = "";
  private screen: TableScreen | null = null;
  private referee: TurnReferee | null = null;
  private chains: (Chain | null)[] = [];
  /** Why the game that was to be opened is wrong. */
  private wrong = "";
  /** The line from which moves are shown as they are made. */
  private shown = 0;
  /** One thing is done after the other. */
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly world: TurnsWorld) {}

  get isOwnTurn(): boolean {
    return this.play !== null && !this.play.over && sideToMove(this.play) === this.play.side;
  }

  /** Whose offer of a draw stands, and the names. */
  get talk(): ReturnType<typeof talkOf> {
    return talkOf(this.play ? [...this.play.turns, this.play.draft] : []);
  }

  get hasDraws(): boolean {
    return this.referee?.hasDraws === true;
  }

  /** Offers a draw with this turn, or accepts the friend's. */
  draw(): void {
    const { offer } = this.talk;
    if (this.play && offer !== this.play.side) this.advance(offer === null ? DRAW : ACCEPT);
  }

  /** What the friend calls this side from now on, in later games too. */
  call(name: string): void {
    if (name) this.advance(NAME + name);
  }

  leave(): void {
    this.referee?.leave();
    this.referee = this.screen = null;
  }

  // ---- opening ---------------------------------------------------------------------------------

  /** Begins a game; why not, "": it is shown. */
  async create(game: string, seat: number): Promise<string> {
    return this.enter({ id: this.world.id(), game, seat, turns: [], ends: ["", ""], values: ["", ""] }, 0);
  }

  /** Opens a game that this browser knows. */
  async reopen(id: string): Promise<string> {
    const stored = this.world.store.find(id);
    return stored ? this.sit(stored) : w.turns.unknown;
  }

  /** Opens what a link has after `#t=`. */
  async open(link: string): Promise<string> {
    const play = await unpack(link, this.world.packer);
    if (typeof play === "string") return w.turns.faults[play];
    const stored = this.world.store.find(play.id);
    const relation = stored ? compare(stored, play) : { is: "new" as const };
    this.notice = relation.is === "older" ? w.turns.older(play.turns.length, stored?.turns.length ?? 0) : relation.is === "differs" ? w.turns.differs(relation.turn) : "";
    if (stored && relation.is === "same" && !this.notice && sideToMove(stored) !== stored.side && !stored.over) this.notice = w.turns.ownLink;
    if (stored && relation.is !== "new") return this.sit(stored);
    if (stored) return (await this.sit({ ...stored, ...play, draft: [], over: false })) && this.refuse(stored);
    const side = sideToMove(play);
    if (play.ends[side] !== "") return w.turns.noSecret;
    return this.enter(play, side);
  }

  /** What came is wrong: the game that is known goes on. */
  private refuse(stored: StoredTurns): Promise<string> {
    this.notice = w.turns.refused(this.wrong);
    return this.sit(stored);
  }

  /** A game that is new to this browser. */
  private enter(play: TurnsPlay, side: Side): Promise<string> {
    const secret = toBase64(this.world.secret());
    const { name } = this.world.store;
    return this.sit({ ...play, side, secret, draft: name ? [NAME + name] : [], over: false, changed: 0 });
  }

  /** Takes the seat, if all that was played is right; "" then. */
  private async sit(play: StoredTurns): Promise<string> {
    this.leave();
    this.wrong = await this.replay(play);
    if (this.wrong) this.leave();
    else await this.show();
    return this.wrong;
  }

  // ---- dice ------------------------------------------------------------------------------------

  /** The chains of both sides, as far as they are known; why one of them does not lead to its end. */
  private async bind(play: StoredTurns): Promise<string> {
    for (const side of [0, 1] as const) {
      const isOwn = side === play.side;
      const [end, last] = [fromBase64(play.ends[side]), fromBase64(isOwn ? play.secret : play.values[side])];
      const isKnown = last !== null && last.length > 0;
      const chain = isKnown ? new Chain(this.world.hash, last, isOwn ? CHAIN : revealed(side, play.turns.length)) : null;
      this.chains[side] = chain;
      const begins = await chain?.value(0);
      if (isOwn && begins && play.ends[side] === "") play.ends[side] = toBase64(begins);
      else if (chain ? !same(begins ?? null, end) : side < play.turns.length) return isOwn ? w.turns.noSecret : w.turns.wrongProof;
    }
    await this.reveal(play);
    return "";
  }

  /** Reveals of one's own chain what the links so far have. */
  private async reveal(play: StoredTurns): Promise<void> {
    const value = await this.chains[play.side]?.value(revealed(play.side, play.turns.length));
    if (value) play.values[play.side] = toBase64(value);
  }

  /** What the dice of the next turn after `turns` come from; null: there are none yet. */
  private async pairAfter(turns: number): Promise<Pair | null> {
    if (turns < 2) return null;
    const [a, b] = await Promise.all([0, 1].map((side) => this.chains[side]?.value(turns) ?? null));
    return a && b ? [a, b] : null;
  }

  // ---- the table -------------------------------------------------------------------------------

  /** Plays all of it again, out of sight; why something of it does not count. */
  private async replay(play: StoredTurns): Promise<string> {
    const referee = new TurnReferee(this.world.backend, this.world.hash);
    this.referee = referee;
    this.play = play;
    let why = await referee.open(play.game);
    this.chains = [];
    if (!why && !referee.hasDice) Object.assign(play, { secret: "", ends: ["", ""], values: ["", ""] });
    if (!why && referee.hasDice) why = await this.bind(play);
    const sent = play.turns.length;
    for (let i = 0; i <= sent && !why; i++)
      if (!referee.isOver) why = await this.replayTurn(play, i);
      else if (i < sent) why = w.turns.unfinished;
    if (sideToMove(play) !== play.side && sent === play.turns.length) this.shown = Infinity; // one's own turn was seen
    play.over = referee.isOver;
    return why;
  }

  private async replayTurn(play: StoredTurns, i: number): Promise<string> {
    const seat = seatOf(play, (i % 2) as Side);
    const turn = play.turns[i];
    const isOwn = i % 2 === play.side;
    if (turn === undefined && !isOwn) return "";
    if (turn !== undefined || play.draft.length > 0) this.shown = this.referee?.lines.length ?? 0;
    let why = (await this.referee?.begin(seat, await this.pairAfter(i))) ?? "";
    for (const decision of turn ?? play.draft) why ||= (await this.referee?.decide(seat, decision)) ?? "";
    if (!why && turn !== undefined && !this.referee?.isDone(seat)) return w.turns.unfinished;
    if (turn === undefined && !why) await this.finish();
    return why && w.turns.wrongTurn(i + 1, why);
  }

  private async show(): Promise<void> {
    const { play, referee } = this;
    if (!play || !referee) return;
    this.world.store.put(play);
    const screen = this.world.screen();
    const { table } = screen;
    const hear = table.on.event;
    [table.line.ownSeat, table.asking.lists, table.on.event] = [seatOf(play, play.side), false, () => {}];
    this.screen = screen;
    await table.connection.say(opened(play.game));
    const from = Math.min(this.shown, referee.lines.length);
    for (const line of referee.lines.slice(0, from)) await sayTo(table, line);
    table.asking.lists = true;
    table.on.event = (event) => {
      hear(event);
      this.hear(event);
    };
    this.world.show(screen);
    for (const line of referee.lines.slice(from)) await sayTo(table, line);
    if (referee.lines.slice(from).every((line) => line.startsWith("name "))) await table.connection.say("moves");
    await this.relink();
  }

  private async relink(): Promise<void> {
    const { play } = this;
    this.link = play && sideToMove(play) !== play.side ? await pack(play, this.world.packer) : "";
    this.world.redraw();
  }

  // ---- one's own turn --------------------------------------------------------------------------

  private hear(event: Event): void {
    const own = this.screen?.table.line.ownSeat;
    if (event.event === "move" && event.reply_to !== undefined && event.seat === own && event.move !== undefined && this.isNew(event.ply)) this.advance(event.move);
    if (event.event === "result" && event.reason === "resigned" && event.resigned === own && !this.referee?.isOver) this.advance(RESIGN);
  }

  private isNew(ply: number): boolean {
    return ply >= (this.referee?.lines.filter((line) => !/^(resign|draw|name)/.test(line)).length ?? 0);
  }

  private advance(decision: string): void {
    this.work = this.work.then(() => this.decide(decision));
  }

  private async decide(decision: string): Promise<void> {
    const { play, referee, screen } = this;
    if (!play || !referee || !screen) return;
    const now = this.world.store.find(play.id);
    if (now && (now.turns.length !== play.turns.length || now.draft.length !== play.draft.length)) {
      this.notice = w.turns.otherTab;
      await this.sit(now);
      return;
    }
    const from = referee.lines.length;
    const seat = seatOf(play, play.side);
    play.draft = [...play.draft, decision];
    this.world.store.put(play); // before its dice are known
    this.notice = await referee.decide(seat, decision);
    if (decision.startsWith(NAME)) this.named(play, decision.slice(NAME.length));
    play.over = referee.isOver;
    const isShown = !decision.startsWith(NAME) && decision !== ACCEPT; // it comes from the table
    for (const line of referee.lines.slice(isShown ? from + 1 : from)) await sayTo(screen.table, line);
    await this.finish();
    await this.relink();
  }

  /** A name is remembered, unless it cannot be one. */
  private named(play: StoredTurns, name: string): void {
    if (!this.notice) this.world.store.name = name;
    else this.world.store.put(Object.assign(play, { draft: play.draft.slice(0, -1) }));
  }

  /** The turn is over if nothing more is to be done in it: the next value of one's own chain is revealed. */
  private async finish(): Promise<void> {
    const { play, referee } = this;
    if (!play || !referee?.isDone(seatOf(play, play.side))) return;
    play.turns = [...play.turns, play.draft];
    play.draft = [];
    await this.reveal(play);
    this.world.store.put(play);
  }
}
