// A table: the board, who sits there, and what can be done.
import { Board } from "../board/board";
import { extent, isWide } from "../board/box";
import type { App } from "../state/app";
import type { Table } from "../state/table";
import { type Arrow, arrowsOf } from "../model/advise";
import { moveSaid } from "../model/said";
import { fragmentOf } from "../model/route";
import { buttonsOf, pressOnly, withEntered } from "../state/scene_buttons";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { ShareView } from "../share/share_view";
import { EvaluationBar } from "../editor/bar";
import { drawOn } from "../editor/draw";
import { marksOf, placeOf } from "../editor/marks";
import { lowSaid } from "./clock";
import { Asks, Controls } from "./controls";
import { FriendView } from "../friend/friend_view";
import { Icon } from "./icons";
import { Keys } from "./keys";
import { MoveEntry, LegalView, RulesView } from "./move_entry";
import { AskPanels, ExplorerPanel } from "./panels";
import { Outcome } from "./outcome";
import { PlayedView } from "./played";
import { ReviewView } from "./review";
import { SceneButtons } from "./scene_buttons";
import { SeatsView, nameOf, pastTask, statusOf } from "./seats";
import { shareLink } from "./share_link";
import { ArrowKeysView } from "./arrow_keys";
import { PendingView } from "./tutor";
import { later } from "../widgets/later";

const ShareParts = later(() => import("./parts").then((parts) => parts.ShareParts));
const LiveView = later(() => import("./board_parts").then((parts) => parts.LiveView));
const TurnsView = later(() => import("./parts").then((parts) => parts.TurnsView));
const FriendPanel = later(() => import("./parts").then((parts) => parts.FriendPanel));
const StudyView = later(() => import("./board_parts").then((parts) => parts.StudyView));
const SearchTreeView = later(() => import("./parts").then((parts) => parts.SearchTreeView));

/** The address of a table that there is no more. */
function Absent() {
  return (
    <section class="cover" role="status">
      <p>{w.absent}</p>
      <a class="button main" href={fragmentOf({ at: "home" })}>
        {w.home}
      </a>
    </section>
  );
}

function BoardArea({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table, adviser, look, tutor } = tableScreen;
  const scene = tableScreen.shown;
  if (tableScreen.isAbsent) return <Absent />;
  if (!scene || !table.hello?.game) return <p class="wait">{table.now.thinking ? w.opening(table.now.thinking.player) : w.loading}</p>;
  if (table.cover.seat !== null) {
    const name = nameOf(table, table.cover.seat);
    return (
      <section class="cover" role="alert">
        <h2>{w.cover(name)}</h2>
        <p>{w.coverWhy}</p>
        <button class="main" onClick={() => table.uncover()}>
          {w.uncover(name)}
        </button>
      </section>
    );
  }
  const playing = table.isAsked && table.past.looking === null;
  const { analysis: { drawing } } = tableScreen;
  const arrows: Arrow[] = [...(table.past.looking === null && !tutor.pending ? arrowsOf(adviser.told, table.asking.legal, adviser.on) : []), ...marksOf(tableScreen)];
  const pen = drawing.pen ? { chosen: drawing.from === null ? [] : [drawing.from], targets: new Set<string>(), meant: (id: string) => placeOf(scene, id), ends: () => false, goal: () => null, press: (id: string) => (drawing.press(placeOf(scene, id)), true) } : {};
  return (
    <Board
      scene={playing ? withEntered(table, scene) : scene}
      label={w.board(table.hello.game.title)}
      turned={look.sides.turned}
      chosen={playing ? table.asking.input.chosen : look.queued}
      targets={playing ? table.asking.input.targets : new Set()}
      meant={(id) => (playing ? table.asking.input.meant(id) : null)}
      ends={(id) => table.asking.input.ends(id)}
      goal={(id) => table.asking.input.goal(id)}
      press={(id, dragged) => table.press(id, dragged)}
      clear={(byKey) => {
        if (byKey || !drawing.pen) drawing.clear();
        if (byKey || !table.asking.input.counts) table.unpress();
      }}
      key={table.hello.spec ?? ""}
      onkey={(key) => look.arrowKeys.key(key) || (key === " " && !drawing.pen && pressOnly(table, scene))}
      arrows={arrows}
      moved={tutor.pending?.moved ?? table.motion.moved}
      gone={table.motion.gone}
      motions={table.motion.count + tutor.motions}
      still={app.still || table.past.looking !== null}
      canPress={w.selectable}
      {...pen}
    />
  );
}

/** What is spoken to those who do not see the board. */
function Spoken({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  return (
    <p class="unseen" role="status" aria-live="polite">
      {table.past.spoken && `${nameOf(table, table.past.spoken.seat)}: ${table.past.spoken.text}. `}
      {statusOf(table)}
      {lowSaid(tableScreen.clocks, (seat) => nameOf(table, seat))}
    </p>
  );
}

/** For programs that drive the page: whether a move is asked for here. */
function stateOf(table: Table): "over" | "ask" | "wait" {
  if (table.now.result) return "over";
  return table.isAsked && table.asking.legal.length > 0 && table.cover.seat === null ? "ask" : "wait";
}

const TOLD = 3; // moves of one turn

/** What the last seat did, for those who do not see the list beside the board. */
function LastMove({ table }: { table: Table }) {
  const { played } = table.past;
  const moves = played.filter((move) => move.seat !== "chance");
  const last = moves[moves.length - 1];
  if (!last) return played.length > 0 ? <span class="last-move">{played[played.length - 1]?.text}</span> : null;
  const others = moves.map(({ seat }) => seat !== last.seat).lastIndexOf(true);
  const turn = moves.slice(Math.max(others + 1, moves.length - TOLD));
  return <span class="last-move">{w.tableScreen.lastMove(nameOf(table, last.seat), turn.map(({ text }) => text ?? w.secretMove).join(w.between))}</span>;
}

/** The hint in words, for those to whom an arrow says nothing. */
function Hint({ tableScreen: { adviser } }: { tableScreen: TableScreen }) {
  if (!adviser.hinting) return null;
  const [best] = adviser.told?.advice.moves ?? [];
  const { hintThinks, hintIs, noHint } = w.tableScreen;
  return <span class="hint">{adviser.asking ? hintThinks : best ? hintIs(moveSaid(best)) : noHint}</span>;
}

function Status({ tableScreen }: { tableScreen: TableScreen }) {
  const { table, analysis: { review } } = tableScreen;
  return (
    <div class="status-line">
      <p class="status">{statusOf(table)}</p>
      {pastTask(table) && <span class="past-task">{pastTask(table)}</span>}
      <Hint tableScreen={tableScreen} />
      <LastMove table={table} />
      {(table.now.thinking || review.running) && (
        <button class="plain stop" onClick={() => void table.say("stop")}>
          <Icon name="stop" />
          {w.stop}
        </button>
      )}
    </div>
  );
}

function Play({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { look } = tableScreen;
  const classes = ["board-place", look.queues && "queues", tableScreen.analysis.live.on && "with-bar", !look.settings.choices.coordinates && "bare", tableScreen.tutor.marked && "tentative"];
  const place = ["play", buttonsOf(tableScreen.table, tableScreen.shown).length > 0 && "with-buttons", look.arrowKeys.inUse && "by-arrow-keys"];
  return (
    <section class={place.filter(Boolean).join(" ")} aria-label={w.table} onPointerDown={(event) => (look.byTouch = event.pointerType === "touch")}>
      <div class={classes.filter(Boolean).join(" ")} {...drawOn(tableScreen.analysis.drawing, tableScreen.shown)}>
        <EvaluationBar tableScreen={tableScreen} />
        <p id="board-keys" class="unseen">
          {w.boardKeys}
        </p>
        <BoardArea app={app} tableScreen={tableScreen} />
        <PendingView tableScreen={tableScreen} />
      </div>
      <SceneButtons table={tableScreen.table} scene={tableScreen.shown} />
      <ArrowKeysView tableScreen={tableScreen} />
      {look.zen && (
        <button class="plain leave-zen" onClick={() => look.show("zen", false)}>
          {w.tableScreen.leaveZen}
        </button>
      )}
    </section>
  );
}

export function TableView({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table, look, clocks } = tableScreen;
  const { above, below } = look.sides.seats;
  const classes = ["table", tableScreen.analysis.tree.state !== "none" && "with-tree", tableScreen.shown && isWide(extent(tableScreen.shown)) && "wide"];
  return (
    <main class={classes.filter(Boolean).join(" ")} data-ply={table.now.ply} data-presses={table.asking.pressed} data-state={stateOf(table)}>
      <h1 class="unseen">{table.hello?.game?.title ?? w.table}</h1>
      <Play app={app} tableScreen={tableScreen} />
      <div class="side">
        <SeatsView table={table} clocks={clocks} seats={above} side="above" />
        <Status tableScreen={tableScreen} />
        <div class="asking">
          <Outcome app={app} tableScreen={tableScreen} share={() => void shareLink(app, tableScreen)} />
          <Asks app={app} tableScreen={tableScreen} />
          {app.turnDesk.turns && <TurnsView turns={app.turnDesk.turns} tableScreen={tableScreen} />}
        </div>
        {tableScreen.study.on && <LiveView app={app} tableScreen={tableScreen} />}
        {tableScreen.study.on ? <StudyView tableScreen={tableScreen} /> : <PlayedView tableScreen={tableScreen} />}
        <MoveEntry table={table} />
        <Controls app={app} tableScreen={tableScreen} />
        {(!table.now.result || tableScreen.friend.people) && (
          <FriendView tableScreen={tableScreen}>
            <FriendPanel friend={tableScreen.friend} table={table} />
          </FriendView>
        )}
        <SeatsView table={table} clocks={clocks} seats={below} side="below" />
        <Spoken tableScreen={tableScreen} />
      </div>
      <aside class="panels">
        <LegalView table={table} />
        <RulesView table={table} />
        {table.may("ask") && <ReviewView app={app} tableScreen={tableScreen} />}
        {table.may("ask") && <AskPanels app={app} tableScreen={tableScreen} />}
        {table.may("read") && <ExplorerPanel tableScreen={tableScreen} />}
        {table.may("read") && (
          <ShareView tableScreen={tableScreen}>
            <ShareParts app={app} tableScreen={tableScreen} />
          </ShareView>
        )}
      </aside>
      {tableScreen.analysis.tree.state !== "none" && <SearchTreeView tableScreen={tableScreen} />}
      <Keys tableScreen={tableScreen} />
    </main>
  );
}
