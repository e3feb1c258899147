// What the page wants of a back end: the native server, or the engine in a worker.
import type { BuiltCatalogue } from "./built";
import type { Event } from "./events";
import type { Invitation, People, Place } from "./people";
import type { Work } from "./work";

export interface Listener {
  event(event: Event): void;
  /** The connection was lost, `why` in a sentence where more is known, or is there again. */
  connected(yes: boolean, why?: string): void;
  /** There is no table under this address, nor anything that it could be opened again from. */
  absent(): void;
  /** Whether another tab has the game that is shown here. */
  elsewhere(yes: boolean): void;
  /** Who is there, where somebody was invited. */
  people?(people: People): void;
}

/** Of a table where several people sit at machines of their own. */
export interface TableFriends {
  /** Invites somebody to a seat, or to watch, in place of an earlier invitation there. */
  invite(place: Place): Promise<Invitation>;
  /** The invitations that are open; without their links, which are shown once. */
  invitations(): Promise<Invitation[]>;
  revoke(number: number): Promise<void>;
  /** Asks for another game at the end of this one. */
  askRematch(): Promise<void>;
}

export interface BackendTable {
  /** The name by which the table is opened again: 16 hexadecimal digits. */
  readonly id: string;
  /** Hands a line over; rejected where it cannot be delivered. */
  send(line: string): Promise<void>;
  /** Where somebody else has the seats (`may` of hello lacks "play"), or another tab the play: has them from now on. */
  first?(): Promise<void>;
  /** What friends need; absent: nobody else can come to this table. */
  readonly friends?: TableFriends;
  close(): void;
}

/** How much of files has come; NaN: not known. */
export interface Loading {
  got: number;
  bytes: number;
}

/** A new version of the page. */
export interface Update {
  /** Shows it in all tabs, when what they have is saved. */
  take(): void;
}

export interface Backend {
  /** The language in which it tells of games and moves ("cs"); "": not known yet. */
  readonly language: string;
  /** Where it can have another one: tells in it from now on. What was told at open tables stays as it is. */
  speak?(language: string): Promise<void>;
  /** What there is to play, without a session, and if wanted with pictures; null: it does not say. */
  firstSight?(pictures: boolean): Promise<BuiltCatalogue | null>;
  /** Why nothing is saved here at present, in a sentence; "": games are saved. */
  readonly trouble: string;
  /** Files that a person waits for, if that takes more than a moment. */
  readonly loading?: Loading | null;
  /** Whether it is of another version than the page, which knows other games. */
  readonly isMixed?: boolean;
  /** A new version that waits; null: this is the newest one known. */
  readonly update?: Update | null;
  /** Called when one of these has changed. */
  ontrouble: () => void;
  /** The table of this ID, opened if it is not open yet; null: another one, with an ID of its own. `shown`: the page has
   * its address, so that it may be opened again. */
  table(id: string | null, listener: Listener, shown: boolean): BackendTable;
  /** Where the browser keeps what is saved: asks it not to delete that by itself; false: it may. */
  persist?(): Promise<boolean>;
  /** The long work that it shows, as of its last report; null: none. */
  work?(): Promise<Work | null>;
  /** The page beside this one that shows a game in a frame of another page; left out: there is none. */
  readonly frame?: string;
  /** Whether friends at other machines can be invited to its tables. */
  readonly invites?: boolean;
  /** Whether friends play by turns here, by links that need no server. */
  readonly byTurns?: boolean;
  /** Of a page that was opened by an invitation: to what. Rejected where that has ended. */
  invited?(): Promise<{ table: string; place: Place }>;
  /** Makes it take part in that work, or stop. */
  takePart?(yes: boolean): Promise<Work | null>;
}
