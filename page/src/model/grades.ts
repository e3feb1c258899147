// Grades of what a choice cost.
import type { Grade } from "./events";

/** The marks of chess for it. */
export const sign: Record<Grade, string> = { inaccuracy: "?!", error: "?", blunder: "??" };
