// The key of the native server: it comes once in the address. The token is kept for this origin, the key of an invitation for
// this tab.

import { local, session } from "../../browser/local_storage";

const TOKEN = "hra-token";
const INVITATION = "hra-invitation";

export interface Key {
  text: string | null;
  /** It is an invitation, to one seat of one table or to watch. */
  isInvitation: boolean;
}

const tokenIn = (fragment: string) => /^#([0-9a-f]{64})(?:&(\w+))?$/.exec(fragment);
const invitationIn = (fragment: string) => /^#s=([0-9a-f]{32})$/.exec(fragment);

/** Takes the key out of the address, at once, so that no link that is copied from there holds it. What stands behind the token and
 * "&" is where the page begins. */
export function takeKey(): Key {
  const token = tokenIn(location.hash);
  const invitation = invitationIn(location.hash)?.[1];
  if (token?.[1]) {
    local.setItem(TOKEN, token[1]);
    session.removeItem(INVITATION);
  }
  if (invitation) session.setItem(INVITATION, invitation);
  if (token || invitation) history.replaceState(null, "", location.pathname + location.search + (token?.[2] ? `#${token[2]}` : ""));
  addEventListener("hashchange", () => (tokenIn(location.hash) ?? invitationIn(location.hash)) && location.reload()); // another link was opened in this tab
  const kept = session.getItem(INVITATION);
  return kept ? { text: kept, isInvitation: true } : { text: local.getItem(TOKEN), isInvitation: false };
}
