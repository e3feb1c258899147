// Events of a session, as docs/session.md lists them. Only members that the page reads are typed.

import type { FormulaTerm } from "./formula";
import type { Said, SaidBest, SaidLine } from "./said";
import type { BoardScene, Change, NowScene, Shape } from "./shapes";
import type { Fault, StudyNode } from "./study";
import type { Tree } from "./tree";

export type Mover = number | "chance" | "over";
export type Step = [string | null, string | null];

export interface Option {
  name: string;
  values: string;
  default: string | null;
  help: string;
  /** What it is called in another language than English, and words among its values. */
  label?: string;
  labels?: Record<string, string>;
}
export interface Named {
  name: string;
  summary: string;
  options: Option[];
}
/** A strength that a person may choose. */
export interface Level {
  player: string;
  /** How it plays. */
  play: string;
  games: number;
  /** Against the level below; null for the first one. */
  figure: number | null;
  error: number | null;
}
export interface Levels {
  /** Game and players of the match that compares levels: + the level, - the one below. */
  match: string;
  measure: "score" | "result" | "own-result" | "opponent";
  seed: number;
  /** Number of the level that suits a new player, from 1. */
  default: number;
  of: Level[];
}
export interface Game extends Named {
  title: string;
  levels?: Levels;
  /** Well-known forms of the game; options as in a spec. */
  variants?: { name: string; options: string }[];
  seats: { min: number; max: number; default: number };
  /** Seats see different things; it is played by arrow keys. */
  hidden_information?: boolean;
  live?: boolean;
  /** It can be told what a seat threatens. */
  threats?: boolean;
  players: Named[];
  /** Of a game that was asked for alone. */
  formula_terms?: FormulaTerm[];
  min_return?: number;
  max_return?: number;
  max_chances?: number;
}
export interface Seat {
  seat: number;
  name: string;
  player: string;
  person: boolean;
  display_name?: string;
}

/** A value that stands for the end of the game, in words: "mate in 5"; of the seat to move. */
export interface SaidValue {
  value_said?: string;
}
export interface Advice {
  value: Column;
  columns: Column[];
  /** What values count that are not points of the game: "pawns". */
  counts?: string;
  moves: (Said & SaidValue & { value: number | null; bound?: string; loss: number | null; columns?: (number | null)[] })[];
  reason: string | null;
}
export interface Column {
  key: string;
  label: string;
  unit: string;
  kind: string;
}
export interface Found extends SaidValue {
  depth: number;
  nodes: number;
  seconds: number;
  value: number[];
  line: string[];
  line_said?: string[];
}
export interface Analysis extends SaidValue {
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
  pv_said?: string[];
  counts?: string;
  moves?: (Said & SaidLine & SaidValue & { value: number[]; kind: string; bound?: string; visits?: number })[];
  outcomes?: { outcome: string; outcome_said?: string; probability: number; value: number[]; reply?: string; reply_said?: string }[];
}
export type Grade = "inaccuracy" | "error" | "blunder";
export type Unit = "points" | "probability";
export interface ReviewMove extends SaidBest, SaidLine {
  ply: number;
  turn: number;
  /** null: chance. */
  seat: number | null;
  loss?: number | null;
  /** Of chance: what it brought each seat. */
  luck?: number[];
  /** "#3": what is known of the end of the game, to the mover, after the move and after the best one. */
  end_said?: string;
  best_end_said?: string;
  /** Of a mistake. */
  grade?: Grade;
  forced?: boolean;
  accuracy?: number | null;
  /** Of games that distinguish types of decisions: which one, and what was played for, by which losses are graded. */
  decision_type?: string;
  stakes?: number;
  /** Of a decision about the stakes: whether it does not count; whether the other seat had made an offer; the stake action that was
   * chosen, null if an offer leaves it to the other seat; the value of each action for the seat. */
  not_close?: boolean;
  responding?: boolean;
  chosen?: string | null;
  stake_actions?: Record<string, number>;
  /** The chances between which it lies; null: there is none such. */
  thresholds?: Record<string, number | null>;
  unit?: Unit;
  /** The value of the game for each seat after the move. */
  values?: number[];
}
export interface ReviewSeat {
  seat: number;
  player: string;
  expected: number;
  luck: number;
  others: number;
  reassessed: number;
  /** What a resignation, an agreement or an adjudication gave. */
  conceded: number;
  loss: number;
  result: number;
  mistakes: number;
  decisions: number;
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
  /** Of games that distinguish types of decisions. */
  kinds?: { decision_type: string; decisions: number; mistakes: number; loss: number; error_rate?: number | null }[];
  /** Of the opening, the middle and the end, a third of the plies each; left out of short games. */
  thirds?: { decisions: number; mistakes: number; mean_loss: number | null; pr?: number | null; accuracy: number | null }[];
}
export interface Review {
  game: string;
  analyst: string;
  /** The name of the opening, if it has one. */
  opening?: string;
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
export interface Cost extends SaidBest, SaidLine {
  best: string;
  unit: Unit;
  value: number;
  loss: number;
  grade?: Grade;
  forced: boolean;
  exact: boolean;
  bound: boolean;
  line: string[];
}
export interface MatchPlayer {
  player: string;
  name?: string;
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
export interface LegalMove extends Said {
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
  view: number | number[] | "table" | "watch";
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
  /** The grade from which on the tutor warns; left out: of every loss. */
  tutor_from?: Grade;
  paused?: boolean;
  dice?: "own" | "manual";
  saved?: string | null;
  /** All that is tried is kept. */
  study?: true;
  /** Seconds that each person has for the game, and that each decision adds. */
  clock?: { time: number; increment: number };
  /** How people can end this game before its rules do. */
  endings?: ("resign" | "draw")[];
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
  /** What each seat has, in words of the game: "167 pips". */
  seat_counts?: string[];
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
  /** What can be resigned, for who is to move; the least first. */
  concessions?: Concession[];
  resigns?: Resigns;
  /** The seat that asks to take its last decision back. */
  takeback?: number;
}
/** A part of a game that can be given up: its name in the line `resign`, and what people call it. */
export interface Concession {
  name: string;
  said: string;
}
/** What a seat gives up if the other one accepts. */
export interface Resigns extends Concession {
  seat: number;
}
export interface Roll extends Base {
  event: "roll";
  ply: number;
  resigns?: Resigns;
  takeback?: number;
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
  move_said?: string;
  secret?: true;
  steps?: Step[];
  advice?: Advice;
  thought?: { value: number; depth?: number; nodes?: number };
}
export interface Thinking extends Base {
  event: "thinking";
  task: "open" | "choose" | "advise" | "analyse" | "tree" | "worth" | "review" | "exercise";
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
  reason: "rules" | "repetition" | "resigned" | "agreed" | "adjudicated" | "time";
  resigned?: number;
  /** By what it ended, in words of the game. */
  ending?: string;
}
/** What the clocks of people show. */
export interface ClockTold extends Base {
  event: "clock";
  ply: number;
  /** Seconds of each seat; null: it has no clock. */
  left: (number | null)[];
  running: number | null;
  /** The game and its clocks are paused. */
  stopped: boolean;
}
export interface Moves extends Base {
  event: "moves";
  ply: number;
  to_move: Mover;
  moves: LegalMove[];
  /** If chance is to move: each outcome once. */
  outcomes?: { move: string; probability: number }[];
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
  /** Of the tutor: the move is not made, and waits for `undo` or `confirm`. */
  waits?: boolean;
}
/** A move of one's own that the tutor judges before it is made. */
export interface TentativeTold extends Base {
  event: "tentative";
  ply: number;
  seat: number;
  move: string;
  move_said?: string;
  /** What it moves, and the board after it; left out where something is hidden. */
  steps?: Step[];
  scene?: NowScene;
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
/** How games ended. */
export interface Counted {
  games: number;
  /** For each seat. */
  wins: number[];
  draws: number;
  unknown: number;
  points?: number;
}
export interface ExploredMove extends Counted {
  move: string;
  value?: number;
  unit?: Unit;
  analyst?: string;
}
export interface FoundGame {
  number: number;
  players: string[];
  event: string;
  date: string;
  result: number[] | null;
  ply: number;
  move: string | null;
  /** The seats are those of the other colour. */
  exchanged: boolean;
}
export interface Explored extends Counted {
  moves: ExploredMove[];
  found: FoundGame[];
}
export interface CollectionTold extends Base {
  event: "collection";
  games: number;
  added: number;
  full: boolean;
}
export interface ExplorerTold extends Base {
  event: "explorer";
  ply: number;
  explorer: Explored;
}
/** A game of a file; without `game` nothing of it can be read. */
export interface ListedGame {
  number: number;
  line: number;
  players: string[];
  event: string;
  date: string;
  /** As the file has it. */
  result?: string;
  game?: string;
  plies?: number;
  over?: boolean;
  returns?: number[];
  opening?: string | null;
  faults: Fault[];
}
export interface ContentsTold extends Base {
  event: "contents";
  games: ListedGame[];
  total: number;
}
export interface StudyTold extends Base {
  event: "study";
  at: number;
  waits: boolean;
  /** All of it, a parent before its children, or what is new. */
  nodes?: StudyNode[];
  added?: StudyNode[];
  tags?: { name: string; value: string }[];
  faults?: Fault[];
  formats?: string[];
}
/** Of moves, or of what a decision about the stakes comes down to, for the seat to move. */
export interface Rollout {
  player: string;
  trials: number;
  seat: number;
  moves: { move: string | null; move_said?: string; stake_action?: string; mean: number | null; stderr: number | null; behind: number | null; behind_stderr: number | null }[];
}
/** What an editor sets besides pieces: one of its options, or a number. */
export interface EditSetting {
  name: string;
  label: string;
  value: string;
  options?: { value: string; label: string }[];
  min?: number;
  max?: number;
}
/** A position that is set up. */
export interface Draft extends Base {
  event: "draft";
  position: string;
  /** What is wrong with it. */
  problem?: string;
  scene: NowScene;
  palette: Shape[];
  /** Shapes on which a piece can be put. */
  fields: string[];
  settings: EditSetting[];
}
export interface RolloutTold extends Base {
  event: "rollout";
  rollout: Rollout;
}
export interface ExportTold extends Base {
  event: "export";
  /** Of a game, or of a picture. */
  suffix?: string;
  text?: string;
  /** Of a position. */
  ply?: number;
  formats?: string[];
  positions?: { notation: string; text: string }[];
}
/** What is asked, without its key. */
export interface Exercise {
  kind: "move" | "fill" | "uct" | "agent";
  id: string;
  title: string | null;
  game: string;
  position: string | null;
  analyst: string;
  threshold: number;
  /** Of values and losses. */
  unit: Unit;
  points: number;
  items: number;
  hints: number;
  /** Judging plays games, which no page does. */
  needs_process: boolean;
  /** To find a move: what was played. */
  played?: string | null;
  /** Of a tree: */
  asked?: string[];
  nodes?: ExerciseNode[];
  /** Of UCT by hand: what is given, and the items, such as 3.path. */
  question?: string;
  asks?: string[];
}
export interface ExerciseNode {
  node: string;
  parent: string | null;
  role: string;
  seat: number;
  probability: number;
  move: string | null;
  value?: number | number[] | null;
  /** Of Soft-Max^n, a set of values. */
  vectors?: number[][];
  items: string[];
}
export interface ExerciseTold extends Base {
  event: "exercise";
  /** From 1; null: there are no more. */
  number: number | null;
  of: number;
  course: string | null;
  /** Of a deck: what is to be done on this day. */
  deck?: {
    due: number;
    new: number;
    answered: number;
    streak: number;
    aside: number;
    cards: number;
    /** Days until cards come that do not come on this day; null: none do. */
    next_in: number | null;
    set_aside: { id: string; title: string | null; failures: number }[];
  };
  exercise: Exercise | null;
  /** To find a move: */
  seat?: number;
  board_scene?: BoardScene;
  scene?: NowScene;
  moves?: LegalMove[];
}
export interface VerdictTold extends Base {
  event: "verdict";
  number: number;
  tries: number;
  hints: number;
  verdict: {
    points: number;
    /** How many items count and were not answered. */
    unanswered: number;
    items: { item: string; right: boolean; reason: string; why: string }[];
  } | null;
  outcome: "right" | "hinted" | "wrong" | null;
  /** After `exercise show`. */
  answer?: {
    id: string;
    /** Of UCT by hand. */
    text?: string;
    moves?: { move: string; value: number; loss: number; kind: string; good: boolean; line: string[] }[];
    nodes?: { node: string; value?: number | number[] | null; vectors?: number[][]; alpha: number | string; beta: number | string; cut: string | null; order: number }[];
  };
}
export interface GamesTold extends Base {
  event: "games";
  list: { games: Game[] };
  /** A position of each, if they were asked for. */
  pictures?: { game: string; board_scene: BoardScene; scene: NowScene }[];
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
  | ClockTold
  | Moves
  | ReviewTold
  | TentativeTold
  | Saved
  | MatchTold
  | CollectionTold
  | ExplorerTold
  | ContentsTold
  | StudyTold
  | ExportTold
  | RolloutTold
  | Draft
  | ExerciseTold
  | VerdictTold
  | GamesTold
  | MethodsTold
  | Ok
  | Failed
  | Bye;
