// The table at which the examples of a page are worked, one after another.
import type { Backend } from "../model/backend";
import { openAt } from "../model/line";
import { type Answer, Connection } from "./connection";

/** A position to be looked at. */
export interface Where {
  spec: string;
  position: string | undefined;
}

export class ExampleRunner {
  private connection: Connection | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** The line that opened what lies on the table. */
  private open = "";
  /** For whom somebody thinks. */
  private owner: object | null = null;

  constructor(private readonly backend: Backend) {}

  /** Asks about a position, when those who asked before have their answers. `wanted`: whether it still matters then. */
  ask(owner: object, where: Where, line: string, wanted: () => boolean): Promise<Answer | null> {
    const answer = this.last.then(() => {
      this.owner = owner;
      return wanted() ? this.work(where, line) : null;
    });
    this.last = answer;
    return answer;
  }

  private async work(where: Where, line: string): Promise<Answer> {
    this.connection ??= new Connection(this.backend, null);
    const open = openAt(where.spec, where.position);
    if (open !== this.open) {
      const sat = await this.connection.say(open);
      this.open = sat.ok ? open : "";
      if (!sat.ok) return sat;
    }
    return this.connection.say(line);
  }

  /** Whoever thinks for him ends with what he has. */
  stop(owner: object): void {
    if (this.owner === owner) void this.connection?.say("stop");
  }

  leave(): void {
    this.connection?.leave();
    this.connection = null;
    this.open = "";
  }
}
