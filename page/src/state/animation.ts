// Lets what machines and chance do take long enough to be seen.

/** Calls back after a time in milliseconds. */
export type After = (ms: number, then: () => void) => void;

/** Hands events on in their order, and waits after one that is to be seen before it hands on the next. */
export class AnimationQueue<T> {
  private readonly queue: T[] = [];
  private waits = false;
  /** How long a move is shown before the next, in milliseconds; 0: not at all. */
  time = 0;

  /** `show` says whether there was something to be seen. */
  constructor(
    private readonly after: After,
    private readonly show: (event: T) => boolean,
  ) {}

  put(event: T): void {
    this.queue.push(event);
    this.drain();
  }

  private drain(): void {
    while (!this.waits) {
      const next = this.queue.shift();
      if (next === undefined) return;
      if (!this.show(next) || this.time <= 0) continue;
      this.waits = true;
      this.after(this.time, () => {
        this.waits = false;
        this.drain();
      });
    }
  }
}
