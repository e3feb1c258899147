// What goes out of the page: to the clipboard, or to whom the device can send it.

/** Copies a text; false: the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the device offers to send things. */
export const canSend = (): boolean => typeof navigator.share === "function";

/** Lets the person choose where to send a link; not to choose is not a failure. */
export async function send(url: string): Promise<void> {
  await navigator.share({ title: document.title, url }).catch(() => {});
}

/** The whole address of a screen; of a file its name alone, since where it is concerns this machine only. */
export const addressOf = (fragment: string): string => location.href.replace(/#.*$/, "").replace(/^file:.*\//, "") + fragment;
