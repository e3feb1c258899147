// A play is open in one tab at a time: who goes on with it holds its lock, which ends with the tab.

export class Claims {
  private readonly held = new Map<string, () => void>();

  /** Whether the play is this tab's now. */
  async take(name: string): Promise<boolean> {
    if (this.held.has(name) || !("locks" in navigator)) return true;
    return new Promise((done) => {
      void navigator.locks.request(`hra-play-${name}`, { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock && new Promise<void>((release) => this.held.set(name, release));
      });
    });
  }

  give(name: string): void {
    this.held.get(name)?.();
    this.held.delete(name);
  }
}
