// How the scores of a match are spread: bars of each player on one scale, and the same as a table.
import type { MatchPlayer } from "../model/events";
import { type Bars, axisOf, barsOf } from "../model/histogram";
import { local, percent } from "../model/numbers";
import { w } from "../strings/strings";

const [LEFT, RIGHT, TOP, HIGH, BELOW] = [38, 12, 20, 92, 32];
const WIDTH = 420;

/** The bars of one player; their heights are shares of its games, so that all of them compare. */
function Chart({ player, bars, index }: { player: string; bars: Bars; index: number }) {
  const { from, width, shares, top } = bars;
  const step = (WIDTH - LEFT - RIGHT) / shares.length;
  const y = (share: number) => TOP + HIGH * (1 - share / top);
  const base = TOP + HIGH;
  return (
    <figure class="histogram">
      <figcaption>{player}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${base + BELOW}`} role="img" aria-label={w.histogramOf(player, bars.words)}>
        <text class="tick begin" x="2" y="10">
          {w.fractionAxis}
        </text>
        <text class="tick" x={LEFT - 5} y={TOP + 8}>
          {percent(top, 0)}
        </text>
        <text class="tick" x={LEFT - 5} y={base}>
          0
        </text>
        <path class="axis" d={`M${LEFT} ${TOP}V${base}H${WIDTH - RIGHT}`} />
        {shares.map((share, i) => (
          <rect key={i} class={`bar player-${index % 4}`} x={(LEFT + i * step + 0.5).toFixed(1)} y={y(share).toFixed(1)} width={Math.max(1, step - 1).toFixed(1)} height={(base - y(share)).toFixed(1)} />
        ))}
        <text class="tick middle" x={LEFT + (WIDTH - LEFT - RIGHT) / 2} y={base + 27}>
          {w.scoreAxis}
        </text>
        {axisOf(bars).map((value) => (
          <text key={value} class="tick middle" x={(LEFT + ((value - from) / width) * step).toFixed(1)} y={base + 13}>
            {local(value)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

export function Histograms({ players }: { players: MatchPlayer[] }) {
  const all = barsOf(players);
  if (all.length === 0) return null;
  return (
    <section class="histograms" aria-labelledby="histograms">
      <h2 id="histograms">{w.histogram}</h2>
      <p class="quiet">{w.histogramWhat}</p>
      {all.map((bars, i) => (
        <Chart key={i} player={players[i]?.name ?? players[i]?.player ?? ""} bars={bars} index={i} />
      ))}
    </section>
  );
}
