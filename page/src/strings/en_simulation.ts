// MCTS one simulation at a time.
import { countedEn as counted } from "./en_plural";

export const en_simulation = {
  oneByOne: "One simulation at a time",
  phases: { select: "Select", expand: "Expand", simulate: "Simulate", backUp: "Back up" },
  explain: {
    select: "From the root, go to the child with the largest UCB, until a move is untried or the game is over.",
    expand: "The untried move becomes a new node of the tree.",
    simulate: "A playout: random moves from this node to the end of the game.",
    backUp: "Every node on the path gets one visit more, and the result goes into its mean.",
  },
  before: "The tree is only the root. Press Step.",
  over: (move: string, shown: number, all: number) =>
    all > shown ? `These were the first ${shown} of ${all} simulations. The answer is ${move}.` : `The answer is ${move}, the move with the most visits.`,
  number: (n: number) => `Simulation ${n}`,
  untried: (way: string) => `${way}, where a move is untried`,
  adds: (name: string) => `${name} is new`,
  plays: (plies: number, result: string) => `${counted(plies, "random move", "random moves")}, result ${result}`,
  isKnown: (result: string) => `the result is known: ${result}`,
  forSeat: (value: string, name: string) => `${value} for ${name}`,
  result: (result: string) => `Result: ${result}`,
  fresh: "new",
  mean: (value: string) => `mean ${value}`,
  winsOf: (counts: string) => `wins ${counts}`,
  onPath: "on the path",
  compared: (name: string) => `Moves at ${name}`,
  head: { mean: "Mean", bonus: "Bonus", ucb: "UCB", wins: "Wins/visits" },
  whose: "Each number is that of the player who chose the move; a draw is half a win.",
  endBoard: "End of the playout",
  numbers: "Numbers of this step",
};
