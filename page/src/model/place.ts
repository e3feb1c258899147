// Where in the page somebody is, as the fragment of its address says it.

export type Place =
  | { at: "home" }
  | { at: "setup"; game: string; watch: boolean }
  | { at: "match"; game: string }
  | { at: "table"; id: string }
  | { at: "analyse"; spec: string; position: string }
  | { at: "kept"; name: string; look: boolean };

export function placeOf(fragment: string): Place {
  const text = fragment.replace(/^#/, "");
  const [key, rest] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
  const parts = rest.split("~").map(decoded);
  const first = parts[0] ?? "";
  if (key === "new" || key === "watch") return { at: "setup", game: first, watch: key === "watch" };
  if (key === "match") return { at: "match", game: first };
  if (key === "table") return { at: "table", id: first };
  if (key === "p") return { at: "analyse", spec: first, position: parts[1] ?? "" };
  if (key === "kept" || key === "look") return { at: "kept", name: first, look: key === "look" };
  return { at: "home" };
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

export function fragmentOf(place: Place): string {
  switch (place.at) {
    case "home":
      return "#";
    case "setup":
      return `#${place.watch ? "watch" : "new"}=${coded(place.game)}`;
    case "match":
      return `#match=${coded(place.game)}`;
    case "table":
      return `#table=${coded(place.id)}`;
    case "analyse":
      return `#p=${coded(place.spec)}${place.position ? `~${coded(place.position)}` : ""}`;
    case "kept":
      return `#${place.look ? "look" : "kept"}=${coded(place.name)}`;
  }
}
