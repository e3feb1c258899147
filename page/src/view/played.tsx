// The moves that were made, to look back at: two seats have a column each.
import { Component } from "preact";
import type { TableScreen } from "../state/table_screen";
import type { Mover, ReviewMove } from "../model/events";
import { sign } from "../model/grades";
import { bestSaid, capital, moveSaid } from "../model/said";
import { type Part, type Turn, rowsOf } from "../model/played_rows";
import type { Played } from "../state/past";
import type { Table } from "../state/table";
import { Follow } from "../widgets/follow";
import { Icon, type IconName } from "./icons";
import { nameOf } from "./seats";
import { SeatSign } from "./seat_sign";
import { w } from "../strings/strings";

const NOTCH = 40; // pixels of the wheel that make a step

/** What a review says of a move. */
function Mark({ judged, number }: { judged: ReviewMove | undefined; number: (loss: number | null | undefined) => string }) {
  if (!judged?.grade) return null;
  const loss = number(judged.loss);
  return (
    <>
      <span class="mark" aria-hidden="true" title={`${w.lossOf(moveSaid(judged), loss)} ${judged.best ? w.betterWas(bestSaid(judged)) : ""}`}>
        {sign[judged.grade]}
      </span>
      <span class="unseen">
        , {w.grade[judged.grade]}, −{loss}
      </span>
    </>
  );
}

interface PartProps extends Pick<RowsProps, "table" | "at" | "marks" | "number"> {
  turn: Turn;
  part: Part;
}

function PartView({ table, turn, part, at, marks, number }: PartProps) {
  const { move, after, chance } = part;
  const isHere = after === at || (move !== null && chance.length > 0 && at > after - 1 - chance.length && at < after);
  return (
    <button class="plain" data-seat={turn.seat} aria-current={isHere ? "step" : undefined} onClick={() => table.past.look(after)}>
      <span class="unseen">{nameOf(table, turn.seat)}: </span>
      {chance.length > 0 && <span class={chance.length > 2 ? "by-chance many" : "by-chance"} title={chance.length > 2 ? chance.join(w.between) : undefined}>{chance.join(w.between)} </span>}
      {move && <b>{move.text ?? w.secretMove}</b>}
      {move && <Mark judged={marks.get(move.ply)} number={number} />}
    </button>
  );
}

interface RowsProps {
  table: Table;
  played: Played[];
  count: number;
  at: number;
  toMove: Mover;
  /** What a review found, by plies, and how it writes a loss. */
  marks: ReadonlyMap<number, ReviewMove>;
  number: (loss: number | null | undefined) => string;
  language: string;
}

/** The rows are made anew only where there is something new in them. */
class Rows extends Component<RowsProps> {
  override shouldComponentUpdate(next: RowsProps): boolean {
    const { props } = this;
    const same = (["table", "played", "count", "at", "toMove", "language"] as const).every((key) => next[key] === props[key]);
    return !same || next.marks.size !== props.marks.size;
  }

  override render({ table, played, at, toMove, marks, number }: RowsProps) {
    const seats = table.seats.length;
    return (
      <ol class={seats === 2 ? "two" : "one"}>
        {rowsOf(played, seats, toMove).map((row) => (
          <li key={row.number}>
            <span class="quiet">{row.number}.</span>
            {row.turns.map((turn, column) => (
              <div key={column} class="turn-of">
                {turn && seats > 2 && <SeatSign table={table} seat={turn.seat} ticked={false} />}
                {turn?.parts.map((part) => <PartView key={part.after} table={table} turn={turn} part={part} at={at} marks={marks} number={number} />)}
              </div>
            ))}
          </li>
        ))}
      </ol>
    );
  }
}

function Steps({ table, at }: { table: Table; at: number }) {
  const first = table.past.frames[0]?.ply ?? 0;
  const present = table.past.looking === null;
  const steps: [IconName, string, boolean, number | null][] = [
    ["first", w.first, at <= first, first],
    ["previous", w.back, at <= first, at - 1],
    ["next", w.forward, present, at + 1],
    ["last", w.latest, present, null],
  ];
  return (
    <div class="steps" role="group" aria-label={w.moves}>
      {steps.map(([icon, name, off, ply]) => (
        <button key={icon} class="plain" title={name} aria-label={name} disabled={off} onClick={() => table.past.look(ply)}>
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}

export class PlayedView extends Component<{ tableScreen: TableScreen }> {
  private turned = 0;

  /** The wheel goes through the moves; the list follows. */
  private readonly wheel = (event: WheelEvent) => {
    const { table } = this.props.tableScreen;
    if (event.ctrlKey || table.past.played.length === 0) return;
    event.preventDefault();
    this.turned += event.deltaY * (event.deltaMode === 1 ? NOTCH : 1);
    const steps = Math.trunc(this.turned / NOTCH);
    this.turned -= steps * NOTCH;
    if (steps) table.past.look((table.past.looking ?? table.now.ply) + Math.sign(steps));
  };

  override render({ tableScreen }: { tableScreen: TableScreen }) {
    const { table, analysis: { review } } = tableScreen;
    const at = table.past.looking ?? table.now.ply;
    return (
      <div class="moves" onWheel={this.wheel}>
        <div class="moves-head">
          {table.seats.length === 2 &&
            table.seats.map(({ seat }) => (
              <span key={seat} class="column-head">
                <SeatSign table={table} seat={seat} />
                {capital(nameOf(table, seat))}
              </span>
            ))}
          <Steps table={table} at={at} />
        </div>
        {table.now.opening && <p class="quiet opening">{w.openingIs(table.now.opening)}</p>}
        {table.past.played.length === 0 && <p class="quiet">{w.noMoves}</p>}
        <Follow name="played" label={w.moves} at={at}>
          <Rows
            table={table}
            played={table.past.played}
            count={table.past.played.length}
            at={at}
            toMove={table.now.toMove}
            marks={review.marks}
            number={(loss) => review.number(loss)}
            language={w.locale}
          />
        </Follow>
      </div>
    );
  }
}
