// The key of the native server: it comes once in the address, and is kept for this origin.

import { local } from "../../browser/local_storage";

const KEY = "hra-token";

/** Takes the token out of the address, at once, so that no link that is copied from there holds it. What stands behind it and
 * "&" is where the page begins. */
export function takeToken(): string | null {
  const found = /^#([0-9a-f]{64})(?:&(\w+))?$/.exec(location.hash);
  if (found?.[1]) {
    local.setItem(KEY, found[1]);
    history.replaceState(null, "", location.pathname + location.search + (found[2] ? `#${found[2]}` : ""));
  }
  return local.getItem(KEY);
}
