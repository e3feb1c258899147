// Texts of clocks and of moves taken back by agreement in Czech.
import type { en_clock } from "./en_clock";

export const cs_clock: typeof en_clock = {
  clock: "Hodiny",
  none: "žádné",
  other: "jiné",
  minutes: "Minut na partii",
  seconds: "Sekund za každý tah",
  of: (name) => `Hodiny – ${name}`,
  low: (name) => `${name}: zbývá málo času.`,
  stopped: "Pozastaveno, hodiny stojí.",
  askBack: "Požádat o vrácení tahu",
  asksBack: (name) => `${name} žádá o vrácení tahu.`,
};
