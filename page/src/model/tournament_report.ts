// What a tournament has come to so far.

export interface Rated {
  player: string;
  name?: string;
  /** null: infinitely far, so no number. */
  elo: number | null;
  low: number | null;
  high: number | null;
  games: number;
  points: number;
}

export interface Pairing {
  players: number[];
  groups: number;
  points: number[];
  /** Of two players in two seats: groups in which the first one got 0, 1/2, 1, 3/2, 2 points. */
  pairs?: number[];
  alike: boolean;
  strength: { normalized: number | null; normalized_error: number | null };
  llr?: number;
  verdict?: "open" | "low" | "high";
}

/** As `hra tournament report --json` writes it. */
export interface Report {
  game: string;
  seed: number;
  groups: number;
  over: boolean;
  test?: { model: "normalized" | "logistic"; low: number; high: number; lower: number; upper: number };
  players: Rated[];
  pairings: Pairing[];
}

/** How many games count. */
export function gamesOf(report: Report): number {
  return report.pairings.reduce((sum, p) => sum + p.groups * p.players.length, 0);
}

/** How many there will be at most. */
export function gamesAtMost(report: Report): number {
  return report.pairings.reduce((sum, p) => sum + report.groups * p.players.length, 0);
}

/** The indices of the players, the strongest first; a player without a rating is placed by its sign, then by points. */
export function ranked(players: Rated[]): number[] {
  const share = (p: Rated) => (p.games > 0 ? p.points / p.games : 0);
  return players
    .map((_, i) => i)
    .sort((a, b) => {
      const [p, q] = [players[a] as Rated, players[b] as Rated];
      return p.elo !== null && q.elo !== null ? q.elo - p.elo : share(q) - share(p);
    });
}

/** The share of the points that `row` has got in all pairings with `column`, of games of two; null: they have not met. */
export function shareAgainst(report: Report, row: number, column: number): number | null {
  let [points, all] = [0, 0];
  for (const p of report.pairings) {
    const [i, k] = [p.players.indexOf(row), p.players.indexOf(column)];
    if (i < 0 || k < 0) continue;
    points += p.points[i] ?? 0;
    all += (p.points[i] ?? 0) + (p.points[k] ?? 0);
  }
  return all > 0 ? points / all : null;
}

/** So many points of a course at most, spread evenly over the groups, the last one among them. */
export function milestones(course: [number, number][], most: number): [number, number][] {
  const last = course[course.length - 1]?.[0] ?? 0;
  const rowOf = ([groups]: [number, number]) => Math.floor((groups * most) / last);
  return course.filter((point, i) => i === course.length - 1 || (rowOf(point) > 0 && rowOf(course[i - 1] ?? [0, 0]) < rowOf(point)));
}
