// What the page wants of a back end: the native server, or the engine in a worker.
import type { Event } from "../model/events";
import type { Report } from "../model/standing";

export interface Listener {
  event(event: Event): void;
  /** The connection was lost, `why` in a sentence where more is known, or is there again. */
  connected(yes: boolean, why?: string): void;
}

export interface BackTable {
  /** Hands a line over; rejected where it cannot be delivered. */
  send(line: string): Promise<void>;
  /** Where somebody else has the seats (`may` of hello lacks "play"): has them from now on. */
  first?(): Promise<void>;
  close(): void;
}

export interface Back {
  /** The language in which it tells of games and moves ("cs"); "": not known yet. */
  readonly language: string;
  /** Where it can have another one: tells in it from now on. What was told at open tables stays as it is. */
  speak?(language: string): Promise<void>;
  /** The table of this ID, which is 16 hexadecimal digits; opened where it is not open yet. */
  table(id: string, listener: Listener): BackTable;
  /** The tournament that it shows, as it stands now; null: none. */
  tournament?(): Promise<Report | null>;
}
