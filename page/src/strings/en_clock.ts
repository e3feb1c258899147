// Texts of clocks and of moves taken back by agreement.
export const en_clock = {
  clock: "Clock",
  none: "none",
  other: "other",
  minutes: "Minutes for the game",
  seconds: "Seconds for each move",
  of: (name: string) => `Clock: ${name}`,
  low: (name: string) => `${name}: little time left.`,
  stopped: "Paused, the clocks stand.",
  askBack: "Ask to take back",
  asksBack: (name: string) => `${name} asks to take a move back.`,
};
