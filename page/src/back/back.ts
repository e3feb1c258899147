// What the page wants of a back end: the native server, or the engine in a worker.
import type { Event, Game, Named } from "../model/events";

export interface Listener {
  event(event: Event): void;
  /** The connection was lost, `why` in a sentence, or is there again. */
  connected(yes: boolean, why?: string): void;
}

export interface BackTable {
  /** Names the table for whoever opens it again. */
  readonly id: string;
  /** Hands a line over; rejected where it cannot be delivered. */
  send(line: string): Promise<void>;
  /** Where somebody else has the seats (`may` of hello lacks "play"): has them from now on. */
  first?(): Promise<void>;
  close(): void;
}

export interface Back {
  games(): Promise<Game[]>;
  methods(): Promise<Named[]>;
  /** A table that is open already, or another one. */
  table(id: string | null, listener: Listener): BackTable;
}
