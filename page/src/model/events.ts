// Events of a session, as docs/session.md lists them. Only members that the page reads are typed.

import type { BoardScene, Change, NowScene } from "./shapes";
import type { Tree } from "./tree";

export type Mover = number | "chance" | "over";
export type Step = [string | null, string | null];

export interface Option {
  name: string;
  values: string;
  default: string | null;
  help: string;
}
export interface Named {
  name: string;
  summary: string;
  options: Option[];
}
export interface Game extends Named {
  title: string;
  seats: { min: number; max: number; default: number };
  players: Named[];
  evaluations: Named[];
}
export interface Seat {
  seat: number;
  name: string;
  player: string;
  person: boolean;
  display_name?: string;
}

export interface Advice {
  value: Column;
  columns: Column[];
  moves: { move: string; value: number | null; loss: number | null; columns?: (number | null)[] }[];
  reason: string | null;
}
export interface Column {
  key: string;
  label: string;
  unit: string;
  kind: string;
}
export interface Found {
  depth: number;
  nodes: number;
  seconds: number;
  value: number[];
  line: string[];
}
export interface Analysis {
  game: string;
  position: string;
  method: string;
  move: string | null;
  value: number[];
  kind: string;
  depth: number;
  nodes: number;
  leaves: number;
  cutoffs: number;
  playouts: number;
  seconds: number;
  stopped: boolean;
  pv: string[];
  moves?: { move: string; value: number[]; kind: string; bound?: string; visits?: number; line?: string[] }[];
  outcomes?: { outcome: string; probability: number; value: number[] }[];
}
export type Grade = "inaccuracy" | "error" | "blunder";
export type Unit = "points" | "probability";
export interface ReviewMove {
  ply: number;
  turn: number;
  /** null: chance. */
  seat: number | null;
  move: string;
  loss?: number | null;
  /** Of chance: what it brought each seat. */
  luck?: number[];
  /** Of a mistake. */
  grade?: Grade;
  best?: string;
  forced?: boolean;
  accuracy?: number | null;
  /** Of games that tell kinds of choices apart: which one, and what was played for, by which losses are graded. */
  decision_type?: string;
  stakes?: number;
  /** Of a choice about the stakes: it counts as no choice; others had offered; to which outlook it led, null: to none,
   * as an offer leaves it to who is asked; what each outlook is worth to the seat. */
  not_close?: boolean;
  responding?: boolean;
  chosen?: string | null;
  stake_actions?: Record<string, number>;
  /** The chances between which it lies; null: there is none such. */
  thresholds?: Record<string, number | null>;
  unit?: Unit;
  /** The value of the game for each seat after the move. */
  values?: number[];
  line?: string[];
}
export interface ReviewSeat {
  seat: number;
  player: string;
  expected: number;
  luck: number;
  others: number;
  reassessed: number;
  loss: number;
  result: number;
  mistakes: number;
  choices: number;
  mean_loss: number | null;
  /** The result less what luck gave. */
  luck_adjusted: number;
  /** Thousandths a choice, and half of it, where points are won and lost with dice. */
  error_rate?: number | null;
  pr?: number | null;
  inaccuracies: number;
  errors: number;
  blunders: number;
  accuracy: number | null;
  /** Of games that tell kinds of choices apart. */
  kinds?: { decision_type: string; choices: number; mistakes: number; loss: number; error_rate?: number | null }[];
}
export interface Review {
  game: string;
  judge: string;
  unit: Unit;
  decimals: number;
  /** What accuracies are shares of. */
  measure: "chances" | "points" | null;
  /** Number of seats, from the first, whose values determine all. */
  curves: number;
  /** The least loss of each. */
  grades: Record<Grade, number> | null;
  seats: ReviewSeat[];
  moves: ReviewMove[];
}
export interface Cost {
  move: string;
  best: string;
  value: number;
  loss: number;
  forced: boolean;
  exact: boolean;
  bound: boolean;
  line: string[];
}
export interface MatchPlayer {
  player: string;
  seat: number | null;
  mean: number;
  stderr: number;
  stddev: number;
  median: number;
  min: number;
  max: number;
  percentiles: Record<string, number>;
  /** The same limits for every player; the last bar counts all that is above. */
  histogram?: { min: number; width: number; counts: number[] };
  wins: number;
  draws: number;
  losses: number;
  score_rate: number;
  elo: { elo: number | null; low: number | null; high: number | null } | null;
  by_seat: { seat: number; games: number; points: number }[];
}
export interface MatchFigures {
  games: number;
  games_planned: number;
  seconds: number;
  players: MatchPlayer[];
}
export interface LegalMove {
  move: string;
  input?: string[];
  set?: true;
  steps?: Step[];
}

interface Base {
  seq: number;
  reply_to?: string;
}
export interface Hello extends Base {
  event: "hello";
  version: string;
  /** In which the texts of this session come; left out by older ones, which speak English. */
  language?: string;
  view: number | "table" | "watch";
  /** What this place allows; left out: all. */
  permissions?: string[];
  snapshot: boolean;
  spec: string | null;
  game?: Game;
  /** The rules that the options set, a sentence each, if the game has them. */
  rules?: string[];
  seed?: number;
  seats?: Seat[];
  adviser?: string;
  explain?: boolean;
  tutor?: boolean;
  paused?: boolean;
  dice?: "own" | "manual";
  saved?: string | null;
  scene?: BoardScene;
}
export interface Position extends Base {
  event: "position";
  ply: number;
  to_move: Mover;
  hidden: boolean;
  position?: string;
  /** The name of the opening that the game has followed. */
  opening?: string;
  scene?: NowScene;
  change?: Change;
}
export interface Ask extends Base {
  event: "ask";
  ply: number;
  seat: number;
  you: boolean;
  /** The legal moves, for who is to move; at most 500. */
  moves?: string[];
  /** How many legal moves `moves` lacks. */
  moves_left_out?: number;
  offer?: number;
}
export interface Roll extends Base {
  event: "roll";
  ply: number;
}
/** Of a search that nothing limits: the usual limit ended it, so its values are estimates. */
export interface Usual {
  usual?: { seconds?: number; nodes?: number };
}
export interface Move extends Base, Usual {
  event: "move";
  ply: number;
  seat: Mover;
  player?: string;
  move?: string;
  secret?: true;
  steps?: Step[];
  advice?: Advice;
  thought?: { value: number; depth?: number; nodes?: number };
}
export interface Thinking extends Base {
  event: "thinking";
  task: "open" | "choose" | "advise" | "analyse" | "tree" | "worth" | "review";
  player: string;
  seat?: number;
  ply: number;
  found?: Found;
}
export interface AdviceTold extends Base, Usual {
  event: "advice";
  ply: number;
  seat: number;
  player: string;
  pending: boolean;
  advice: Advice;
}
export interface AnalysisTold extends Base, Usual {
  event: "analysis";
  ply: number;
  analysis: Analysis;
}
export interface TreeTold extends Base, Usual {
  event: "tree";
  ply: number;
  tree: Tree;
}
export interface Result extends Base {
  event: "result";
  ply: number;
  returns: number[];
  winners: number[];
  reason: "rules" | "repetition" | "resigned" | "agreed" | "adjudicated";
  resigned?: number;
}
export interface Moves extends Base {
  event: "moves";
  ply: number;
  to_move: Mover;
  moves: LegalMove[];
}
export interface ReviewTold extends Base {
  event: "review";
  done?: number;
  plies?: number;
  move?: ReviewMove;
  review?: Review;
  ply?: number;
  seat?: number;
  player?: string;
  cost?: Cost;
  /** Of the tutor: the table waits for `undo` or `confirm`. */
  waits?: boolean;
}
export interface Saved extends Base {
  event: "saved";
  name: string;
  bytes: number;
  changed?: number;
  finished: boolean;
  text?: string;
}
export interface MatchTold extends Base {
  event: "match";
  match: MatchFigures;
}
export interface GamesTold extends Base {
  event: "games";
  list: { games: Game[] };
}
export interface MethodsTold extends Base {
  event: "methods";
  list: { methods: Named[] };
}
export interface Ok extends Base {
  event: "ok";
  text?: string;
}
export interface Failed extends Base {
  event: "error";
  code: string;
  text: string;
  seat?: number;
  at?: number;
  in?: string;
}
export interface Bye extends Base {
  event: "bye";
}
/** What else may come, of sessions that are newer than the page. */
export type Event =
  | Hello
  | Position
  | Ask
  | Roll
  | Move
  | Thinking
  | AdviceTold
  | AnalysisTold
  | TreeTold
  | Result
  | Moves
  | ReviewTold
  | Saved
  | MatchTold
  | GamesTold
  | MethodsTold
  | Ok
  | Failed
  | Bye;
