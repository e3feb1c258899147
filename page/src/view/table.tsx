// A table: the board, who sits there, and what can be done.
import { Board } from "../board/board";
import { canTurn } from "../board/box";
import type { App } from "../state/app";
import type { Table } from "../state/table";
import { type Arrow, arrowsOf } from "../model/advise";
import { fragmentOf } from "../model/route";
import type { TableScreen } from "../state/table_screen";
import { w } from "../strings/strings";
import { AdviserView } from "./adviser";
import { AnalysesView } from "./analyses";
import { Controls, LookBack } from "./controls";
import { MoveEntry, LegalView, RulesView } from "./move_entry";
import { PlayedView } from "./played";
import { ReviewView } from "./review";
import { Outcome, SeatsView, nameOf, statusOf } from "./seats";
import { ArrowKeysView } from "./arrow_keys";
import { SearchTreeView } from "./search_tree";

/** Buttons of the scene stand below the board, large enough for a finger. */
function SceneButtons({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  const scene = table.shown;
  const buttons = scene ? [...scene.board.shapes, ...scene.now.shapes].filter((s) => s.kind === "button") : [];
  if (buttons.length === 0 || table.cover !== null) return null;
  return (
    <div class="buttons" role="group" aria-label={w.actions}>
      {buttons.map((s) => (
        <button
          key={s.id}
          data-id={s.id}
          class={table.moveInput.chosen.includes(s.id) ? "pressed" : undefined}
          aria-pressed={table.moveInput.chosen.includes(s.id)}
          aria-label={s.name}
          disabled={table.looking !== null || !table.isAsked || table.moveInput.meant(s.id) === null}
          onClick={() => table.press(s.id)}
        >
          {s.text || s.name}
        </button>
      ))}
    </div>
  );
}

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
  const { table, adviser } = tableScreen;
  const scene = table.shown;
  if (tableScreen.given && table.absent) return <Absent />;
  if (!scene || !table.hello?.game) return <p class="wait">{table.thinking ? w.opening(table.thinking.player) : w.loading}</p>;
  if (table.cover !== null) {
    const name = nameOf(table, table.cover);
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
  const playing = table.isAsked && table.looking === null;
  const arrows: Arrow[] = table.looking === null ? arrowsOf(adviser.told, table.legal) : [];
  return (
    <Board
      scene={scene}
      label={w.board(table.hello.game.title)}
      turned={tableScreen.turned && canTurn(scene)}
      chosen={playing ? table.moveInput.chosen : []}
      targets={playing ? table.moveInput.targets : new Set()}
      meant={(id) => (playing ? table.moveInput.meant(id) : null)}
      ends={(id) => table.moveInput.ends(id)}
      goal={(id) => table.moveInput.goal(id)}
      press={(id, dragged) => table.press(id, dragged)}
      clear={() => table.unpress()}
      key={table.hello.spec ?? ""}
      onkey={(key) => tableScreen.arrowKeys.key(key)}
      arrows={arrows}
      moved={table.moved}
      motions={table.motions}
      still={app.still || table.looking !== null}
      canPress={w.selectable}
    />
  );
}

/** What is spoken to those who do not see the board. */
function Spoken({ tableScreen }: { tableScreen: TableScreen }) {
  const { table } = tableScreen;
  return (
    <p class="unseen" role="status" aria-live="polite">
      {table.spoken && `${nameOf(table, table.spoken.seat)}: ${table.spoken.text}. `}
      {statusOf(table)}
    </p>
  );
}

/** For programs that drive the page: whether a move is asked for here. */
function stateOf(table: Table): "over" | "ask" | "wait" {
  if (table.result) return "over";
  return table.isAsked && table.legal.length > 0 && table.cover === null ? "ask" : "wait";
}

export function TableView({ app, tableScreen }: { app: App; tableScreen: TableScreen }) {
  const { table } = tableScreen;
  return (
    <main class="table" data-ply={table.ply} data-presses={table.pressed} data-state={stateOf(table)}>
      <h1 class="unseen">{table.hello?.game?.title ?? w.table}</h1>
      <section class="play" aria-label={w.table}>
        <SeatsView table={table} />
        <p class="status">{statusOf(table)}</p>
        <div class={tableScreen.arrowKeys.inUse ? "board-place by-arrow-keys" : "board-place"}>
          <p id="board-keys" class="unseen">
            {w.boardKeys}
          </p>
          <BoardArea app={app} tableScreen={tableScreen} />
        </div>
        <SceneButtons tableScreen={tableScreen} />
        <ArrowKeysView tableScreen={tableScreen} />
        <LookBack tableScreen={tableScreen} app={app} />
        <Outcome app={app} tableScreen={tableScreen} />
        <Controls app={app} tableScreen={tableScreen} />
        <MoveEntry table={table} />
        <Spoken tableScreen={tableScreen} />
      </section>
      <aside class="panels">
        <PlayedView tableScreen={tableScreen} />
        <LegalView table={table} />
        <RulesView table={table} />
        <AdviserView tableScreen={tableScreen} />
        <ReviewView app={app} tableScreen={tableScreen} />
        <AnalysesView app={app} tableScreen={tableScreen} />
      </aside>
      <SearchTreeView tableScreen={tableScreen} />
    </main>
  );
}
