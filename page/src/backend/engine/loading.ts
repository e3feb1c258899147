// Files that come while a person waits: how far they are, once that takes a moment.
import type { Loading } from "../../model/backend";

const MOMENT = 300; // ms

export class LoadingFiles {
  private files = new Map<string, Loading>();
  private seen = false;

  /** `changed` is called when what should be shown has changed. */
  constructor(private readonly changed: () => void) {}

  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /** What comes now, together; null: nothing that takes more than a moment. */
  get all(): Loading | null {
    if (!this.seen || this.files.size === 0) return null;
    const files = [...this.files.values()];
    const sum = (of: (file: Loading) => number) => files.reduce((all, file) => all + of(file), 0);
    return { got: files.some((file) => Number.isNaN(file.got)) ? NaN : sum((file) => file.got), bytes: sum((file) => file.bytes) };
  }

  /** `got` is NaN if it is not known how far the file is. */
  report(name: string, got: number, bytes: number): void {
    if (this.files.size === 0) setTimeout(() => this.show(), MOMENT);
    this.files.set(name, { got, bytes });
    if (this.seen) this.changed();
  }

  end(name: string): void {
    this.files.delete(name);
    if (this.files.size > 0 || !this.seen) return;
    this.seen = false;
    this.changed();
  }

  private show(): void {
    if (this.files.size === 0) return;
    this.seen = true;
    this.changed();
  }
}
