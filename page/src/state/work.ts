// Long work that the server shows: its report is asked for again as long as somebody looks at it.
import type { Backend } from "../model/backend";
import type { Work } from "../model/work";
import type { After } from "./animation";

const PACE = 2000; // ms between two questions

export class WatchedWork {
  now: Work | null = null;
  /** The server shows none. */
  none = false;
  failed = "";
  /** The server was told to take part or to stop, and has not answered. */
  asking = false;
  private gone = false;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    private readonly after: After,
  ) {}

  async look(): Promise<void> {
    await this.ask(async () => {
      const now = (await this.backend.work?.()) ?? null;
      this.none = now === null;
      return now;
    });
    if (!this.none) this.after(PACE, () => !this.gone && void this.look());
  }

  /** Makes the server take part, or stop. */
  async takePart(yes: boolean): Promise<void> {
    this.asking = true;
    this.redraw();
    await this.ask(async () => (await this.backend.takePart?.(yes)) ?? this.now);
    this.asking = false;
    if (!this.gone) this.redraw();
  }

  private async ask(question: () => Promise<Work | null>): Promise<void> {
    try {
      this.now = await question();
      this.failed = "";
    } catch (why) {
      this.failed = (why as Error).message; // what was reported last stays
    }
    if (!this.gone) this.redraw();
  }

  leave(): void {
    this.gone = true;
  }
}
