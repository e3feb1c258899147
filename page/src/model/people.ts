// Who is at a table that several people share, and what they were invited to.

/** A seat, or watching. */
export type Place = number | "watch";

/** Whether a client with this view (of `hello`) has a seat. */
export function isOwnSeat(view: number | number[] | string | undefined, seat: number): boolean {
  return view === "table" || view === seat || (Array.isArray(view) && view.includes(seat));
}

export interface PersonSeat {
  seat: number;
  here: boolean;
  /** Somebody was invited to it. */
  invited: boolean;
  /** Asks for another game. */
  rematch: boolean;
}

export interface People {
  seats: PersonSeat[];
  watching: number;
}

export interface Invitation {
  number: number;
  place: Place;
  /** The address that opens it; "": it was shown once, and is not known any more. */
  link: string;
}

/** Whether an address is of this machine alone, so that nobody else can open it. */
export function isLocal(address: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/i.test(address);
}
