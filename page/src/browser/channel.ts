// How tabs of this origin speak to each other. A browser may deny that; then the page speaks to nobody.

/** What tabs hear of each other. */
export interface Channel<T> {
  onmessage: ((message: MessageEvent<T>) => void) | null;
  postMessage(message: T): void;
}

export function channel<T>(name: string): Channel<T> {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { onmessage: null, postMessage() {} };
  }
}
