// The value after each move of a game, a curve for each seat, with the mistakes marked.
import { sign } from "../model/grades";
import type { TableScreen } from "../state/table_screen";
import { nameOf } from "./seats";
import { w } from "../strings/strings";

/** About as wide as the panel beside a board, so that its texts are about as large as they say. */
const [WIDTH, HEIGHT, LEFT] = [360, 120, 40];

export function Graph({ tableScreen }: { tableScreen: TableScreen }) {
  const { analysis: { review }, table } = tableScreen;
  const own = review.own();
  const seats = table.seats.map(({ seat }) => seat).sort((a, b) => Number(a === own) - Number(b === own)); // one's own on top
  const points = review.moves.filter((m) => m.values !== undefined);
  const all = points.flatMap((m) => seats.map((seat) => m.values?.[seat] ?? 0));
  const most = review.review?.unit === "probability" ? 1 : 0;
  const [low, high] = [Math.min(0, ...all), Math.max(most, ...all)];
  const last = Math.max(1, review.plies, ...points.map((m) => m.ply));
  const x = (ply: number) => LEFT + (ply / last) * (WIDTH - LEFT - 8);
  const y = (value: number) => 10 + ((high - value) / (high - low || 1)) * (HEIGHT - 24);
  const line = (seat: number) => points.map((m, i) => `${i ? "L" : "M"}${x(m.ply + 1).toFixed(1)} ${y(m.values?.[seat] ?? 0).toFixed(1)}`).join("");
  const color = (seat: number) => table.hello?.scene?.seats[seat]?.color ?? "none";
  const curve = (seat: number) => `curve ${color(seat)} line dash${seat % 4}`; // apart without colours too
  const looking = table.past.looking ?? table.now.ply;
  const costly = review.costly;
  const press = (event: MouseEvent) => {
    const svg = event.currentTarget as SVGSVGElement;
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    table.past.look(Math.round(((at - LEFT) / (WIDTH - LEFT - 8)) * last));
  };
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={w.graph} onClick={press}>
        <path class="axis" d={`M${LEFT} ${y(0)}H${WIDTH - 8}`} />
        {[low, high].map((v) => (
          <text class="tick" x={LEFT - 6} y={y(v) + 4}>
            {review.number(v)}
          </text>
        ))}
        {seats.map((seat) => (
          <path key={seat} class={curve(seat)} d={line(seat)} />
        ))}
        {costly.map((m) => (
          <text key={m.ply} class="tick costly" x={x(m.ply + 1)} y={HEIGHT - 2}>
            {m.grade && sign[m.grade]}
          </text>
        ))}
        <path class="cursor" d={`M${x(looking).toFixed(1)} 4V${HEIGHT - 14}`} />
      </svg>
      <figcaption class="quiet">
        {seats.length === 1 ? w.graph : `${w.graph}:`}
        {seats.length > 1 &&
          [...table.seats].sort((a, b) => Number(b.seat === own) - Number(a.seat === own)).map(({ seat }) => (
            <span key={seat} class="curve-of">
              <svg viewBox="0 0 26 8" aria-hidden="true">
                <path class={curve(seat)} d="M1 4H25" />
              </svg>
              {nameOf(table, seat)}
            </span>
          ))}
      </figcaption>
    </figure>
  );
}
