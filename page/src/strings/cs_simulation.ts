// MCTS simulaci po simulaci.
import type { en_simulation } from "./en_simulation";
import { counted } from "./plural";

export const cs_simulation: typeof en_simulation = {
  oneByOne: "Simulace po jedné",
  phases: { select: "Výběr", expand: "Rozšíření", simulate: "Simulace", backUp: "Zpětný přenos" },
  explain: {
    select: "Od kořene se jde do potomka s největším UCB, dokud není nějaký tah nevyzkoušený nebo hra neskončí.",
    expand: "Z nevyzkoušeného tahu se stane nový uzel stromu.",
    simulate: "Náhodná partie: náhodné tahy z tohoto uzlu do konce hry.",
    backUp: "Každý uzel na cestě má o návštěvu víc a výsledek se započítá do jeho průměru.",
  },
  before: "Strom je jen kořen. Stiskněte Krok.",
  over: (move, shown, all) => (all > shown ? `To byly první simulace: ${shown} z ${all}. Odpověď je ${move}.` : `Odpověď je ${move}, tah s nejvíce návštěvami.`),
  number: (n) => `Iterace ${n}`,
  untried: (way) => `${way}, kde je nevyzkoušený tah`,
  adds: (name) => `${name} je nový uzel`,
  plays: (plies, result) => `${counted(plies, "náhodný tah", "náhodné tahy", "náhodných tahů")}, výsledek ${result}`,
  isKnown: (result) => `výsledek je známý: ${result}`,
  forSeat: (value, name) => `${value} pro hráče ${name}`,
  result: (result) => `Výsledek: ${result}`,
  fresh: "nový",
  mean: (value) => `průměr ${value}`,
  winsOf: (counts) => `výhry ${counts}`,
  onPath: "na cestě",
  compared: (name) => `Tahy v uzlu ${name}`,
  head: { mean: "Průměr", bonus: "Přídavek", ucb: "UCB", wins: "Výhry/návštěvy" },
  whose: "Každé číslo patří hráči, který tah vybral; remíza je půl výhry.",
  endBoard: "Konec náhodné partie",
  numbers: "Čísla tohoto kroku",
};
