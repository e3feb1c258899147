// A tournament of programs on this page: a match of each pair, one after the other, and the ratings so far.
import type { Event, MatchFigures } from "../model/events";
import { type Met, rate } from "../model/ratings";
import type { Rated, Report } from "../model/tournament_report";
import type { Answer } from "./connection";
import type { MatchForm } from "./match_form";

const NO_STRENGTH = { normalized: null, normalized_error: null };

export class RoundRobin {
  /** How it stands; null: nothing was played. */
  report: Report | null = null;
  private met: Met[] = [];
  private isStopped = false;

  constructor(private readonly redraw: () => void) {}

  /** Plays all of it. Returns why it ended before, in a sentence; "": it is over, or somebody has stopped it. */
  async play(form: MatchForm, say: (line: string, heard: (event: Event) => void) => Promise<Answer>): Promise<string> {
    const players = form.named;
    const pairs = players.flatMap((_, i) => players.slice(i + 1).map((__, k): [number, number] => [i, i + 1 + k]));
    const games = Number(form.games.trim()) || 0;
    this.isStopped = false;
    this.met = pairs.map((pair) => ({ players: pair, wins: 0, draws: 0, losses: 0 }));
    this.tell(form, games, false);
    for (const [n, pair] of pairs.entries()) {
      const line = form.lineOf(pair.map((i) => players[i] as string));
      const answer = await say(line, (event) => {
        if (event.event === "match") this.hear(n, event.match);
        this.tell(form, games, false);
      });
      if (this.isStopped) return "";
      if (answer.closing.event === "error") return answer.closing.text;
    }
    this.tell(form, games, true);
    return "";
  }

  stop(): void {
    this.isStopped = true;
  }

  forget(): void {
    this.report = null;
  }

  private hear(n: number, { players }: MatchFigures): void {
    const [first] = players;
    if (first) this.met[n] = { players: (this.met[n] as Met).players, wins: first.wins, draws: first.draws, losses: first.losses };
  }

  /** The snapshot in the form that a tournament of the library has. */
  private tell(form: MatchForm, games: number, over: boolean): void {
    const rows = form.named.map((player, i): Rated => {
      const own = this.met.filter(({ players }) => players.includes(i));
      const points = own.reduce((sum, { players, wins, draws, losses }) => sum + (players[0] === i ? wins : losses) + draws / 2, 0);
      return { player, elo: null, low: null, high: null, games: own.reduce((sum, m) => sum + m.wins + m.draws + m.losses, 0), points };
    });
    const pairings = this.met.map(({ players, wins, draws, losses }) => ({
      players: [...players],
      groups: (wins + draws + losses) / 2,
      points: [wins + draws / 2, losses + draws / 2],
      alike: false,
      strength: NO_STRENGTH,
    }));
    const ratings = rate(rows.length, this.met);
    this.report = { game: form.spec, seed: 0, groups: games / 2, over, players: rows.map((row, i) => ({ ...row, ...ratings[i] })), pairings };
    this.redraw();
  }
}
