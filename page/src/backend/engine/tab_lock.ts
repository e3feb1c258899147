// A play is open in one tab at a time: who goes on with it holds its lock, which ends with the tab, or when another tab takes
// the play over.

export class TabLock {
  private readonly held = new Map<string, () => void>();
  /** Is told the name of a play that another tab has taken over. */
  onlost: (name: string) => void = () => {};

  /** Whether the play is this tab's now. */
  take(name: string): Promise<boolean> {
    return this.held.has(name) ? Promise.resolve(true) : this.ask(name, { ifAvailable: true });
  }

  /** Takes the play from whichever tab has it. */
  async steal(name: string): Promise<void> {
    if (!this.held.has(name)) await this.ask(name, { steal: true });
  }

  private ask(name: string, how: LockOptions): Promise<boolean> {
    return new Promise((done) => {
      const hold = (lock: Lock | null) => {
        done(lock !== null);
        return lock ? new Promise<void>((release) => this.held.set(name, release)) : undefined;
      };
      // Where there are no locks, or they are denied, nobody is kept out.
      const ended = () => (this.held.delete(name) ? this.onlost(name) : done(true));
      if ("locks" in navigator) navigator.locks.request(`hra-play-${name}`, how, hold).catch(ended);
      else done(true);
    });
  }

  give(name: string): void {
    const release = this.held.get(name);
    this.held.delete(name);
    release?.();
  }
}
