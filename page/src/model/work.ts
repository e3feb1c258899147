// A stored run that the server shows (docs/serve.md).
import type { MatchFigures } from "./events";
import type { Report } from "./tournament_report";

/** What kinds have in common. */
interface Common {
  /** The file or the database, without a password. */
  store: string;
  game: string;
  /** What is counted: "groups", "games", "trials", in the language of the server. */
  pieces: string;
  done: number;
  of: number;
  finished: boolean;
  /** Why the store cannot be read now; it is waited for. */
  waiting?: string;
  /** Whether the server takes part, and how many tasks it has done. */
  here: { running: boolean; threads: number; tasks: number; error?: string };
}

interface RolledMove {
  move: string | null;
  mean: number;
  stderr: number;
}

interface TournamentWork extends Common {
  kind: "tournament";
  report: Report;
  /** Of a test: numbers of groups, each with the log-likelihood ratio after them. */
  course?: [number, number][];
}
interface MatchWork extends Common {
  kind: "match";
  report: MatchFigures;
}
interface RolloutWork extends Common {
  kind: "rollout";
  report: { position: string; player: string; moves: RolledMove[] };
}
interface TuneWork extends Common {
  kind: "tune";
  report: { template: string; player: string; values: Record<string, number> };
}
interface OtherWork extends Common {
  kind: "learn" | "solve";
  report: object;
}

export type Work = TournamentWork | MatchWork | RolloutWork | TuneWork | OtherWork;
