// Messages between tabs of this origin. A browser may deny them; then no message is sent.

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
