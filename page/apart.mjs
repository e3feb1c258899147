// Nets and books that are files beside the engine, which fetches each when it needs it (tools/embed.sh).
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const games = join(dirname(fileURLToPath(import.meta.url)), "../src/games");
export const APART = ["backgammon/play/backgammon.learnt", "checkers/play/checkers.learnt", "checkers/play/checkers.book"].map((name) => join(games, name));
