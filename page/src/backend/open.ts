// Which back end this page has: a server, or on a site the engine in the page itself.
import type { Backend } from "../model/backend";
import { EngineBackend } from "./engine/engine_backend";
import { HttpBackend } from "./server/http";
import { takeKey } from "./server/token";

declare const SITE: boolean; // said by build.mjs

/** `language`: which one is wanted first, where the back end can have several. The bundler drops the branch that SITE leaves out. */
export function openBackend(language: string): Backend {
  return SITE ? new EngineBackend(language) : new HttpBackend(takeKey());
}
