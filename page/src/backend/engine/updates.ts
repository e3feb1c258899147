// The copy of the site that works offline (site/offline.ts), and new versions of it: one waits until a person takes it, and then
// comes to all tabs at once, so that no two versions work on the same saved games.
import { session } from "../../browser/local_storage";
import type { Update } from "../../model/backend";

const CALM = 3000; // ms without a file that a person waits for, before files are fetched for later
const AGAIN = 3_600_000; // ms after which a tab that is looked at again asks for a new version

export class Updates {
  waiting: Update | null = null;
  private asked = 0;

  /** `changed`: `waiting` has changed; `saved` resolves when all that this tab has is stored. */
  constructor(
    private readonly changed: () => void,
    private readonly saved: () => Promise<void>,
  ) {}

  /** Begins when nothing else has come for a while. A browser that keeps no offline copy does without. */
  begin(isCalm: () => boolean): void {
    setTimeout(() => (isCalm() ? void this.register().catch(() => {}) : this.begin(isCalm)), CALM);
  }

  private async register(): Promise<void> {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!container) return;
    let controlled = container.controller !== null;
    container.addEventListener("controllerchange", () => {
      if (controlled) void this.saved().then(() => location.reload());
      controlled = true; // at the first visit it is but the version that is shown
    });
    const registration = await container.register("offline.js");
    const look = () => this.offer(container.controller && registration.waiting);
    const watch = () => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", watch);
    watch();
    look();
    this.asked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - this.asked < AGAIN) return;
      this.asked = Date.now();
      registration.update().catch(() => {}); // there is no network
    });
  }

  private offer(worker: ServiceWorker | null): void {
    this.waiting = worker && { take: () => worker.postMessage("take over") };
    this.changed();
  }
}

const KEY = "hra-mixed";

/** Loads the page again, whose files are of several versions: the host has changed them meanwhile. If that has not helped: true. */
export function startOver(build: string): Promise<true> {
  if (session.getItem(KEY) === build || session.denied) return Promise.resolve(true);
  session.setItem(KEY, build);
  location.reload();
  return new Promise(() => {});
}
