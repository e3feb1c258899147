// The key of the native server: it comes once in the address, and is kept for this origin.

const KEY = "hra-token";

/** Takes the token out of the address, at once, so that no link that is copied from there holds it. */
export function takeToken(): string | null {
  const found = /^#([0-9a-f]{64})$/.exec(location.hash);
  if (found?.[1]) {
    localStorage.setItem(KEY, found[1]);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem(KEY);
}
