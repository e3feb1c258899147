// What a file of games has.
import type { ContentsTold, ListedGame } from "../model/events";
import { words } from "../model/line";
import type { Connection } from "./connection";

/** The games of an entry, of the first to the last; a text where they cannot be read. */
export async function contentsOf(connection: Connection, name: string): Promise<ListedGame[] | string> {
  const games: ListedGame[] = [];
  for (;;) {
    const answer = await connection.say(words("contents", name, String(games.length + 1)));
    if (answer.closing.event === "error") return answer.closing.text;
    const told = answer.events.find((event): event is ContentsTold => event.event === "contents");
    games.push(...(told?.games ?? []));
    if (!told || told.games.length === 0 || games.length >= told.total) return games;
  }
}
