// Which screen of the page is shown, as the fragment of its address.

export type Route =
  | { at: "home" }
  | { at: "work" }
  | { at: "practise" }
  /** What a person has is opened. */
  | { at: "open" }
  /** A game begins as it was set up the last time. */
  | { at: "play"; game: string }
  | { at: "setup"; game: string; watch: boolean; players?: string[] }
  | { at: "match"; game: string; players?: string[]; games?: string; seed?: string; rotate?: boolean }
  | { at: "table"; id: string }
  /** The link of a game by turns, from a friend; such a game that this browser knows. */
  | { at: "turn"; link: string }
  | { at: "turns"; id: string }
  /** A game is set up to be played with a friend elsewhere. */
  | { at: "friend"; game: string }
  | { at: "analyse"; spec: string; position: string }
  /** A game that the link has in itself, packed or as it is, and the moment to be seen; null: its first. */
  | { at: "game"; packed: string; ply: number | null }
  | { at: "kept"; name: string; look: boolean }
  /** The games of a file, or one of them. */
  | { at: "file"; name: string; game: number | null }
  | { at: "learn"; page: string; part: string };

export function routeOf(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  if (text === "work" || text === "tournament") return { at: "work" }; // the latter until 0.2
  if (text === "practise") return { at: "practise" };
  if (text === "analyse") return { at: "open" };
  const [key, rest] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
  const parts = rest.split("~").map(decoded);
  const first = parts[0] ?? "";
  if (key === "new" || key === "watch") return { at: "setup", game: first, watch: key === "watch", ...named(parts.slice(1)) };
  if (key === "play") return { at: "play", game: first };
  if (key === "match") return matchOf(first, parts.slice(1));
  if (key === "learn") return { at: "learn", page: first, part: parts[1] ?? "" };
  if (key === "t") return { at: "turn", link: rest };
  if (key === "turns") return { at: "turns", id: first };
  if (key === "friend") return { at: "friend", game: first };
  if (key === "table") return { at: "table", id: first };
  if (key === "p") return { at: "analyse", spec: first, position: parts[1] ?? "" };
  if (key === "g") return { at: "game", packed: first, ply: numberOf(parts[1]) };
  if (key === "kept" || key === "look") return { at: "kept", name: first, look: key === "look" };
  if (key === "file") return { at: "file", name: first, game: numberOf(parts[1]) };
  return { at: "home" };
}

function numberOf(text = ""): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function named(players: string[]): { players?: string[] } {
  return players.length > 0 ? { players } : {};
}

/** A match with its players, and how it is played: games=N, seed=N, rotate. */
function matchOf(game: string, words: string[]): Route {
  const value = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1);
  const players = words.filter((word) => word !== "rotate" && !/^(games|seed)=/.test(word));
  const [games, seed] = [value("games"), value("seed")];
  return { at: "match", game, ...named(players), ...(games && { games }), ...(seed && { seed }), ...(words.includes("rotate") && { rotate: true }) };
}

function wordsOf(route: Route & { at: "match" }): string[] {
  const { players = [], games, seed, rotate } = route;
  return [...players, ...(games ? [`games=${games}`] : []), ...(seed ? [`seed=${seed}`] : []), ...(rotate ? ["rotate"] : [])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function coded(text: string): string {
  return encodeURIComponent(text).replace(/~/g, "%7E");
}

export function fragmentOf(route: Route): string {
  switch (route.at) {
    case "home":
      return "#";
    case "practise":
      return "#practise";
    case "open":
      return "#analyse";
    case "work":
      return "#work";
    case "play":
      return `#play=${coded(route.game)}`;
    case "setup":
      return `#${route.watch ? "watch" : "new"}=${[route.game, ...(route.players ?? [])].map(coded).join("~")}`;
    case "match":
      return `#match=${[route.game, ...wordsOf(route)].map(coded).join("~")}`;
    case "table":
      return `#table=${coded(route.id)}`;
    case "turn":
      return `#t=${route.link}`;
    case "turns":
      return `#turns=${coded(route.id)}`;
    case "friend":
      return `#friend=${coded(route.game)}`;
    case "analyse":
      return `#p=${coded(route.spec)}${route.position ? `~${coded(route.position)}` : ""}`;
    case "game":
      return `#g=${coded(route.packed)}${route.ply === null ? "" : `~${route.ply}`}`;
    case "kept":
      return `#${route.look ? "look" : "kept"}=${coded(route.name)}`;
    case "file":
      return `#file=${coded(route.name)}${route.game === null ? "" : `~${route.game}`}`;
    case "learn":
      return `#learn=${[route.page, route.part].filter(Boolean).map((text) => coded(text).replace(/%2F/g, "/")).join("~")}`;
  }
}
