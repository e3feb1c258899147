// Playing with somebody at another machine: invitations, and who is there.
import type { TableFriends } from "../model/backend";
import { clockWords } from "../model/clock";
import { type Invitation, type People, type Place, isOwnSeat } from "../model/people";
import { words } from "../model/line";
import type { Table } from "./table";

export class Friend {
  people: People | null = null;
  /** The panel with the links is shown. */
  open = false;
  failed = "";
  /** To which place the link was copied last. */
  copied: Place | null = null;
  /** Whose code is shown. */
  coded: Place | null = null;
  private readonly invited = new Map<Place, Invitation>();

  constructor(
    private readonly table: Table,
    /** Of a guest, who invites nobody. */
    readonly isGuest: boolean,
    private readonly redraw: () => void,
  ) {
    table.connection.onpeople = (people) => {
      this.people = people;
      redraw();
    };
  }

  private get calls(): TableFriends | undefined {
    return this.table.connection.friends;
  }

  /** Whether somebody can be invited here. */
  get canInvite(): boolean {
    const { hello } = this.table;
    return !this.isGuest && this.calls !== undefined && hello?.game !== undefined && hello.study !== true && this.table.may("table");
  }

  /** Seats that a friend may have: of persons, in games of two or more. */
  get seats(): number[] {
    const seats = this.table.seats.filter((seat) => seat.person).map((seat) => seat.seat);
    return seats.length > 1 ? seats : [];
  }

  /** Whether the seat of a program could be a friend's, in another game. */
  get needsGame(): boolean {
    return this.seats.length === 0 && this.table.seats.length > 1;
  }

  invitation(place: Place): Invitation | undefined {
    return this.invited.get(place);
  }

  isHere(seat: number): boolean {
    return this.people?.seats.find((one) => one.seat === seat)?.here === true;
  }

  /** Seats of persons at other machines. */
  get others(): number[] {
    const view = this.table.hello?.view;
    return (this.people?.seats ?? []).map((one) => one.seat).filter((seat) => !isOwnSeat(view, seat));
  }

  /** Who of them asks for another game. */
  get rematch(): number[] {
    if (!this.table.now.result) return [];
    return (this.people?.seats ?? []).filter((one) => one.rematch).map((one) => one.seat);
  }

  // ---- what is done --------------------------------------------------------------------------

  async show(yes: boolean): Promise<void> {
    this.open = yes;
    this.failed = "";
    this.copied = this.coded = null;
    this.redraw();
    if (yes) await this.attempt(async () => this.recall((await this.calls?.invitations()) ?? []));
  }

  /** Takes over what is open; of a link that is not known any more only that there is one. */
  private recall(open: Invitation[]): void {
    for (const [place, own] of this.invited) if (!open.some((one) => one.number === own.number)) this.invited.delete(place);
    for (const one of open) if (!this.invited.has(one.place)) this.invited.set(one.place, one);
  }

  /** The same game again, with persons in all seats. */
  async startGame(): Promise<void> {
    const { hello } = this.table;
    if (hello?.spec) await this.table.say(words("new", hello.spec, ...(hello.seats ?? []).map(() => "human"), ...clockWords(hello)));
  }

  async invite(place: Place): Promise<void> {
    await this.attempt(async () => {
      const invitation = await this.calls?.invite(place);
      if (invitation) this.invited.set(place, invitation);
      this.copied = this.coded = null;
    });
  }

  async revoke(place: Place): Promise<void> {
    const invitation = this.invited.get(place);
    if (!invitation) return;
    await this.attempt(async () => {
      await this.calls?.revoke(invitation.number);
      this.invited.delete(place);
      if (this.invited.size === 0) this.people = null;
    });
  }

  code(place: Place | null): void {
    this.coded = place;
    this.redraw();
  }

  note(copied: Place | null): void {
    this.copied = copied;
    this.redraw();
  }

  askRematch(): Promise<void> {
    return this.attempt(async () => this.calls?.askRematch());
  }

  private async attempt(act: () => Promise<unknown>): Promise<void> {
    this.failed = "";
    try {
      await act();
    } catch (why) {
      this.failed = why instanceof Error ? why.message : String(why);
    }
    this.redraw();
  }
}
