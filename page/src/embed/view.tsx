// What a frame of another page shows: the board, the steps through the game, its moves, and the way to the page itself.
import { Board } from "../board/board";
import { type Part, rowsOf } from "../model/played_rows";
import { fragmentOf, type Route } from "../model/route";
import { capital } from "../model/said";
import type { Loading } from "../model/backend";
import type { Table } from "../state/table";
import { w } from "../strings/strings";
import { Icon, type IconName } from "../view/icons";
import { SeatSign } from "../view/seat_sign";
import { Follow } from "../widgets/follow";
import type { Step, Viewer } from "./viewer";

const NOTHING = new Set<string>();
const no = () => null;

/** A board of no game, drawn by the page alone. */
function Sketch() {
  return (
    <svg class="sketch" viewBox="0 0 8 8" aria-hidden="true">
      <rect width="8" height="8" rx="0.2" />
      <path d="M0 .5h8M1 1.5h7M0 2.5h8M1 3.5h7M0 4.5h8M1 5.5h7M0 6.5h8M1 7.5h7" />
    </svg>
  );
}

function Opener({ viewer, loading }: { viewer: Viewer; loading: Loading | null }) {
  const { failed, busy, name } = viewer;
  return (
    <div class="opener">
      <Sketch />
      {failed && <p role="alert">{failed}</p>}
      {busy ? (
        <p role="status">
          {w.loading}
          {loading && loading.got > 0 && <progress value={loading.got} max={loading.bytes} aria-label={w.loading} />}
        </p>
      ) : (
        viewer.canShow && (
          <button class="main" onClick={() => void viewer.show()}>
            {name ? w.share.showBoardOf(name) : w.share.showBoard}
          </button>
        )
      )}
    </div>
  );
}

function BoardView({ viewer, table }: { viewer: Viewer; table: Table }) {
  const scene = table.shown;
  if (!scene) return null;
  return (
    <Board
      scene={scene}
      label={w.board(table.hello?.game?.title ?? "")}
      turned={viewer.turned}
      chosen={[]}
      targets={NOTHING}
      meant={no}
      ends={() => false}
      goal={no}
      press={() => false}
      clear={() => {}}
      onkey={() => false}
      arrows={[]}
      moved={table.motion.moved}
      motions={0}
      still
      canPress=""
    />
  );
}

const steps: [Step, IconName, () => string][] = [
  ["first", "first", () => w.first],
  ["back", "previous", () => w.back],
  ["forward", "next", () => w.forward],
  ["last", "last", () => w.latest],
];

function Steps({ viewer }: { viewer: Viewer }) {
  return (
    <div class="steps" role="group" aria-label={w.moves}>
      {steps.map(([step, icon, name]) => (
        <button key={step} class="plain" title={name()} aria-label={name()} disabled={!viewer.can(step)} onClick={() => void viewer.go(step)}>
          <Icon name={icon} />
        </button>
      ))}
      <button class="plain" title={w.flipBoard} aria-label={w.flipBoard} aria-pressed={viewer.turned} disabled={!viewer.table} onClick={() => viewer.turn()}>
        <Icon name="flip" />
      </button>
    </div>
  );
}

/** Who plays, with a tick where one has won. */
function Players({ viewer, table }: { viewer: Viewer; table: Table }) {
  return (
    <p class="players">
      {table.seats.map(({ seat }) => (
        <span key={seat}>
          <SeatSign table={table} seat={seat} />
          {capital(viewer.who(seat))}
        </span>
      ))}
    </p>
  );
}

function Moves({ viewer, table }: { viewer: Viewer; table: Table }) {
  const { at } = viewer;
  const button = ({ move, chance, after }: Part) => (
    <button key={after} class="plain" aria-current={after === at ? "step" : undefined} onClick={() => viewer.look(after)}>
      {chance.length > 0 && <span class="quiet">{chance.join(w.between)} </span>}
      {move && (move.text ?? w.secretMove)}
    </button>
  );
  return (
    <Follow name="moves" label={w.moves} at={at}>
      {rowsOf(table.past.played, table.seats.length, table.now.toMove).map((row) => (
        <span key={row.number} class="row">
          <span class="quiet">{row.number}.</span>
          {row.turns.flatMap((turn) => turn?.parts.map(button) ?? [])}
        </span>
      ))}
    </Follow>
  );
}

/** The move that led to what is seen, for those who hear it. */
function Spoken({ table, at }: { table: Table; at: number }) {
  const last = table.past.played.find(({ ply }) => ply === at - 1);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {last && [capital(table.called(last.seat)), last.text ?? w.secretMove].filter(Boolean).join(": ")}
    </p>
  );
}

/** The same game in the page itself, at the moment that is seen. */
function pageOf(route: Route, viewer: Viewer): string {
  return `index.html${fragmentOf(route.at === "game" ? { ...route, ply: viewer.table && viewer.at > 0 ? viewer.at : route.ply } : route)}`;
}

export function FrameView({ viewer, route, loading }: { viewer: Viewer; route: Route; loading: Loading | null }) {
  const { table } = viewer;
  return (
    <main class={table && table.past.played.length > 0 ? "with-moves" : undefined} data-ply={viewer.at}>
      <h1 class="unseen">{table?.hello?.game?.title ?? w.brand}</h1>
      <p id="board-keys" class="unseen">
        {w.share.exploreKeys}
      </p>
      <div class="board-place">{table ? <BoardView viewer={viewer} table={table} /> : <Opener viewer={viewer} loading={loading} />}</div>
      {table && <Players viewer={viewer} table={table} />}
      <Steps viewer={viewer} />
      {table && table.past.played.length > 0 && <Moves viewer={viewer} table={table} />}
      {table && <Spoken table={table} at={viewer.at} />}
      <a href={pageOf(route, viewer)} target="_blank" rel="noopener">
        {w.share.openInHra}
      </a>
    </main>
  );
}
