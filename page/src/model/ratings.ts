// Ratings of programs that have played each other, games of two: by the model of Bradley and Terry, with 95 % intervals from the
// spread of the results. A draw is half a win.

/** The games of two players, as the first of them counts. */
export interface Met {
  players: [number, number];
  wins: number;
  draws: number;
  losses: number;
}

export interface Rating {
  /** null: infinitely far, so no number. */
  elo: number | null;
  low: number | null;
  high: number | null;
}

const ELO = 400 / Math.LN10;
const NORMAL = 1.96; // standard errors to either side hold 95 %
const FARTHEST = 4000; // Elo; beyond that there is no end to it
const STEPS = 10_000;
const NONE: Rating = { elo: null, low: null, high: null };

const gamesOf = ({ wins, draws, losses }: Met) => wins + draws + losses;
const pointsOf = (met: Met) => met.wins + met.draws / 2;

/** Those whose rating is a number: who has won or lost all games against the others has none. */
function finite(count: number, all: readonly Met[]): number[] {
  let left = Array.from({ length: count }, (_, i) => i);
  for (;;) {
    const among = all.filter(({ players }) => players.every((i) => left.includes(i)));
    const share = (i: number) => {
      const own = among.filter(({ players }) => players.includes(i) );
      const points = own.reduce((sum, met) => sum + (met.players[0] === i ? pointsOf(met) : gamesOf(met) - pointsOf(met)), 0);
      return points / own.reduce((sum, met) => sum + gamesOf(met), 0);
    };
    const kept = left.filter((i) => share(i) > 0 && share(i) < 1);
    if (kept.length === left.length) return left;
    left = kept;
  }
}

/** The strengths that make the results most likely, by the steps of Hunter, "MM algorithms for generalized Bradley-Terry models",
 * 2004; their logarithms, with a mean of 0. */
function strengths(count: number, all: readonly Met[]): number[] {
  let now = Array<number>(count).fill(1);
  for (let step = 0; step < STEPS; step++) {
    const points = Array<number>(count).fill(0);
    const against = Array<number>(count).fill(0);
    for (const met of all) {
      const [i, k] = met.players;
      const meetings = gamesOf(met) / ((now[i] as number) + (now[k] as number));
      points[i] = (points[i] as number) + pointsOf(met);
      points[k] = (points[k] as number) + gamesOf(met) - pointsOf(met);
      against[i] = (against[i] as number) + meetings;
      against[k] = (against[k] as number) + meetings;
    }
    const next = points.map((p, i) => p / (against[i] as number));
    const mean = next.reduce((sum, s) => sum + Math.log(s), 0) / count;
    const shifted = next.map((s) => s / Math.exp(mean));
    const moved = Math.max(...shifted.map((s, i) => Math.abs(Math.log(s / (now[i] as number)))));
    now = shifted;
    if (moved < 1e-9) break;
  }
  return now.map(Math.log);
}

/** The inverse of a symmetric matrix, by Gauss and Jordan; the matrix is changed. */
function inverse(a: number[][]): number[][] {
  const out = a.map((_, i) => a.map((__, k) => Number(i === k)));
  const row = (m: number[][], i: number) => m[i] as number[];
  for (let i = 0; i < a.length; i++) {
    const pivot = row(a, i)[i] as number;
    for (const m of [a, out]) m[i] = row(m, i).map((x) => x / pivot);
    for (let k = 0; k < a.length; k++) {
      if (k === i) continue;
      const factor = row(a, k)[i] as number;
      for (const m of [a, out]) m[k] = row(m, k).map((x, j) => x - factor * (row(m, i)[j] as number));
    }
  }
  return out;
}

/** A matrix over the players, to which each pair adds a number as variances of differences do. */
function paired(count: number, all: readonly Met[], of: (met: Met) => number): number[][] {
  const a = Array.from({ length: count }, () => Array<number>(count).fill(0));
  const add = (i: number, k: number, x: number) => ((a[i] as number[])[k] = ((a[i] as number[])[k] as number) + x);
  for (const met of all) {
    const [i, k] = met.players;
    const x = of(met);
    add(i, i, x);
    add(k, k, x);
    add(i, k, -x);
    add(k, i, -x);
  }
  return a;
}

/** Standard errors of the logarithms: the likelihood's curvature, with the spread that the results of each pair have. */
function errors(theta: number[], all: readonly Met[]): number[] {
  const m = theta.length;
  const chance = ([i, k]: [number, number]) => 1 / (1 + Math.exp((theta[k] as number) - (theta[i] as number)));
  const curve = paired(m, all, (met) => gamesOf(met) * chance(met.players) * (1 - chance(met.players)));
  const spread = paired(m, all, (met) => met.wins + met.draws / 4 - pointsOf(met) ** 2 / gamesOf(met));
  const solved = inverse(curve.map((row) => row.map((x) => x + 1 / m))).map((row) => row.map((x) => x - 1 / m));
  const variance = (i: number) => {
    const own = solved[i] as number[];
    return own.reduce((sum, x, k) => sum + x * own.reduce((inner, y, j) => inner + y * ((spread[k] as number[])[j] as number), 0), 0);
  };
  return theta.map((_, i) => Math.sqrt(Math.max(0, variance(i))));
}

/** The ratings of `count` players; the mean of those that have a number is 0. */
export function rate(count: number, all: readonly Met[]): Rating[] {
  const played = all.filter((met) => gamesOf(met) > 0);
  const who = finite(count, played);
  const place = (i: number) => who.indexOf(i);
  const among = played.filter(({ players }) => players.every((i) => place(i) >= 0)).map((met) => ({ ...met, players: met.players.map(place) as [number, number] }));
  const ratings = Array<Rating>(count).fill(NONE);
  if (who.length < 2) return ratings;
  const theta = strengths(who.length, among);
  if (!theta.every((t) => Math.abs(ELO * t) < FARTHEST)) return ratings;
  const error = errors(theta, among);
  who.forEach((player, i) => {
    const [elo, half] = [ELO * (theta[i] as number), ELO * NORMAL * (error[i] as number)];
    ratings[player] = { elo, low: elo - half, high: elo + half };
  });
  return ratings;
}
