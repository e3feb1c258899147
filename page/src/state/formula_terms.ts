// The terms of each game of which formulas are made, asked for once.
import type { Backend } from "../model/backend";
import type { FormulaTerm } from "../model/formula";
import { Connection } from "./connection";

export class FormulaTerms {
  private known = new Map<string, FormulaTerm[]>();

  constructor(
    private readonly backend: Backend,
    private readonly redraw: () => void,
  ) {}

  /** Of a game by its name; none until they are there. */
  of(game: string): FormulaTerm[] {
    const terms = this.known.get(game);
    if (!terms) {
      this.known.set(game, []);
      void this.ask(game);
    }
    return terms ?? [];
  }

  private async ask(game: string): Promise<void> {
    const connection = new Connection(this.backend, null);
    const answer = await connection.say(`games ${game}`);
    connection.leave();
    for (const event of answer.events) if (event.event === "games") this.known.set(game, event.list.games[0]?.formula_terms ?? []);
    this.redraw();
  }
}
