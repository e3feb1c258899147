// Jak vypadají desky.
import type { en_art } from "./en_art";

export const cs_art: typeof en_art = {
  boards: "Desky",
  themes: { own: "každá hra po svém", wood: "dřevo", green: "zelená", paper: "papír", night: "noc", contrast: "vysoký kontrast" },
};
