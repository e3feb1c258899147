import type { ReadFile } from "./core";

export interface LoadOptions {
  /** Folder of engine.wasm and the files beside it (default: the package). */
  base?: URL | string;
  /** Language of texts for people: "en" or "cs" (default: "en"). */
  language?: "en" | "cs";
  /** Reads nets and the opening book when a player needs them (default: from `base`). */
  read?: ReadFile;
}
