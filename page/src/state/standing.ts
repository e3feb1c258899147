// How the play stands at a table: the position, its result, and which program thinks about it.
import type { Mover, Position, Result, Thinking } from "../model/events";
import type { BoardScene } from "../model/shapes";
import { Scene } from "../model/scene";

export class Standing {
  scene: Scene | null = null;
  ply = 0;
  toMove: Mover = "over";
  hidden = false;
  /** What people call the opening that the play has followed; "": it has no name. */
  opening = "";
  result: Result | null = null;
  thinking: Thinking | null = null;
  /** Seconds after which a machine whose search nothing limits ended; 0: none did. */
  usual = 0;
  /** What each seat has, in words of the game. */
  private counts: string[] = [];

  /** Another position. Returns the scene before. */
  stand(told: Position, board: BoardScene | undefined): Scene | null {
    const before = this.scene;
    if (told.scene && board) this.scene = new Scene(board, told.scene);
    else if (told.change && before) this.scene = before.changed(told.change);
    this.ply = told.ply;
    this.toMove = told.to_move;
    this.hidden = told.hidden;
    this.opening = told.opening ?? "";
    this.counts = told.seat_counts ?? [];
    this.thinking = null;
    return before;
  }

  end(result: Result): void {
    this.result = result;
    this.thinking = null;
  }

  /** What a seat has now, "" for nothing that is counted. */
  countOf(seat: number): string {
    return this.counts[seat] ?? "";
  }
}
