// The address of the position that is seen, given to other programs or to the clipboard.
import { addressOf, canSend } from "../browser/clipboard";
import type { App } from "../state/app";
import type { TableScreen } from "../state/table_screen";

export async function shareLink(app: App, { share }: TableScreen): Promise<void> {
  const fragment = app.seating.link();
  if (fragment === null) return;
  const link = addressOf(fragment);
  const isPhone = matchMedia("(pointer: coarse)").matches && canSend();
  try {
    if (isPhone) await navigator.share({ url: link });
    else await navigator.clipboard.writeText(link);
    share.give(null, !isPhone);
  } catch (why) {
    if ((why as Error).name !== "AbortError") share.give(link, share.linkCopied);
  }
}
