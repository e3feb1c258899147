// A tournament that others play: its report is asked for again as long as it is looked at.
import type { Backend } from "../model/backend";
import type { Report } from "../model/tournament_report";
import type { After } from "./animation";

const PACE = 2000; // ms between two questions

export class Tournament {
  report: Report | null = null;
  /** Nothing is shown there. */
  none = false;
  failed = "";
  private gone = false;

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
    private readonly after: After,
  ) {}

  async look(): Promise<void> {
    try {
      const report = (await this.backend.tournament?.()) ?? null;
      this.none = report === null;
      this.report = report;
      this.failed = "";
    } catch (why) {
      this.failed = (why as Error).message; // what was told last stays
    }
    if (this.gone) return;
    this.redraw();
    if (!this.none) this.after(PACE, () => !this.gone && void this.look());
  }

  leave(): void {
    this.gone = true;
  }
}
