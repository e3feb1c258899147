// Invitations to a table of the native server (docs/serve.md).
import type { TableFriends } from "../../model/backend";
import type { Invitation, Place } from "../../model/people";

type Ask = (method: string, path: string, body?: string) => Promise<unknown>;

interface Told {
  invitation: number;
  seat: Place;
  key?: string;
  url?: string;
}

/** `table` and `looker` are addresses: api/tables/ID, and that with /lookers/K. */
export function tableFriends(ask: Ask, table: string, looker: () => string): TableFriends {
  const taken = ({ invitation, seat, key, url }: Told): Invitation => {
    const page = url ?? location.href.replace(/[?#].*$/, "");
    return { number: invitation, place: seat, link: key ? `${page}#s=${key}` : "" };
  };
  return {
    invite: async (place) => taken((await ask("POST", `${table}/invitations?seat=${place}`, "")) as Told),
    invitations: async () => ((await ask("GET", `${table}/invitations`)) as { invitations: Told[] }).invitations.map(taken),
    revoke: async (number) => void (await ask("DELETE", `${table}/invitations/${number}`)),
    askRematch: async () => void (await ask("POST", `${looker()}/rematch`, "")),
  };
}
