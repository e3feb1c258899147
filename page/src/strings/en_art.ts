// Texts of how boards look.

export const en_art = {
  boards: "Boards",
  themes: { own: "as each game has it", wood: "wood", green: "green", paper: "paper", night: "night", contrast: "high contrast" },
};
