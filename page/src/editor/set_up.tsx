// A position is set up on its board: pieces of a palette are put on it, and what stands beside it is chosen.
import { Component } from "preact";
import { Board } from "../board/board";
import { CELL } from "../board/box";
import { ShapeView } from "../board/shape";
import type { EditSetting } from "../model/events";
import type { Scene } from "../model/scene";
import type { Shape } from "../model/shapes";
import type { PositionEditor } from "../state/position_editor";
import { w } from "../strings/strings";

interface Props {
  editor: PositionEditor;
  scene: Scene;
}

const idAt = (target: EventTarget | null) => (target instanceof Element ? (target.closest(".set-up [data-id]")?.getAttribute("data-id") ?? null) : null);

/** What is drawn out of the palette is put where it is let go; a press alone chooses it. */
function drawOut(editor: PositionEditor, piece: string) {
  return (event: PointerEvent) => {
    const button = event.currentTarget as Element;
    const picture = button.querySelector("svg");
    if (event.button !== 0 || !picture) return;
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    editor.choose(piece);
    const from = [event.clientX, event.clientY] as const;
    const ends = new AbortController();
    const { signal } = ends;
    const move = (now: PointerEvent) => {
      picture.style.pointerEvents = "none";
      picture.style.transform = `translate(${now.clientX - from[0]}px, ${now.clientY - from[1]}px)`;
    };
    const end = (now: PointerEvent) => {
      picture.style.transform = picture.style.pointerEvents = "";
      ends.abort();
      const id = now.type === "pointerup" ? idAt(document.elementFromPoint(now.clientX, now.clientY)) : null;
      if (id !== null && editor.scene) editor.put(editor.field(editor.scene, id), piece);
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  };
}

function Choice({ editor, scene, shape, number }: Props & { shape: Shape; number: number }) {
  return (
    <button type="button" aria-pressed={editor.piece === shape.id} data-piece={shape.id} onPointerDown={drawOut(editor, shape.id)} onClick={() => editor.choose(shape.id)}>
      <svg class="board" viewBox={`-2 -2 ${CELL + 4} ${CELL + 4}`} aria-hidden="true">
        <ShapeView shape={shape} box={{ x: 0, y: 0, w: CELL, h: CELL }} scene={scene} />
      </svg>
      {shape.name} <kbd aria-hidden="true">{number}</kbd>
    </button>
  );
}

function Setting({ editor, setting }: { editor: PositionEditor; setting: EditSetting }) {
  const { name, label, value, options, min, max } = setting;
  const set = (event: { currentTarget: { value: string } }) => void editor.step("set", name, event.currentTarget.value);
  return (
    <label class="field">
      <span>{label}</span>
      {options ? (
        <select data-setting={name} onChange={set}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input type="number" data-setting={name} min={min} max={max} value={value} onChange={set} />
      )}
    </label>
  );
}

/** Handlers of the place around the board: a right press takes a piece off; on a place that has the focus the digits of
 * the palette put a piece, 0 and Delete take one off. */
function handlers({ editor, scene }: Props) {
  const field = (target: EventTarget | null) => {
    const id = idAt(target);
    return id === null ? null : editor.field(scene, id);
  };
  return {
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      editor.put(field(event.target), null);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const chosen = editor.draft?.palette[Number(event.key) - 1];
      if (chosen) editor.choose(chosen.id);
      if (chosen) editor.put(field(event.target));
      else if (["0", "Delete", "Backspace"].includes(event.key)) editor.put(field(event.target), null);
      else return;
      event.preventDefault();
    },
  };
}

export class SetUp extends Component<Props> {
  /** The field from which a piece is dragged. */
  private lifted: string | null = null;

  private readonly press = (id: string, dragged: boolean): boolean => {
    const { editor, scene } = this.props;
    const to = editor.field(scene, id);
    if (!dragged) editor.put(to);
    else if (this.lifted !== null && to !== null) void editor.step("move", this.lifted, to);
    this.lifted = null;
    return to !== null;
  };

  override render({ editor, scene }: Props) {
    return (
      <div class="set-up">
        <div class="set-up-board" {...handlers({ editor, scene })}>
          <p id="board-keys" class="unseen">
            {w.live.setUpKeys}
          </p>
          <Board
            key={editor.game}
            scene={scene}
            label={w.live.pictureOf}
            turned={false}
            chosen={[]}
            targets={new Set()}
            meant={(id) => editor.field(scene, id)}
            ends={() => false}
            goal={() => null}
            press={this.press}
            lift={(id) => (this.lifted = id)}
            clear={() => {}}
            onkey={() => false}
            arrows={[]}
            moved={new Map()}
            motions={0}
            still
            canPress={w.selectable}
          />
        </div>
        <div class="set-up-side">
          <div class="palette" role="group" aria-label={w.live.palette}>
            {editor.draft?.palette.map((shape, i) => <Choice key={shape.id} editor={editor} scene={scene} shape={shape} number={i + 1} />)}
            <button type="button" aria-pressed={editor.piece === null} onClick={() => editor.choose(null)}>
              {w.live.takeOff} <kbd aria-hidden="true">0</kbd>
            </button>
          </div>
          <div class="fields">{editor.draft?.settings.map((setting) => <Setting key={setting.name} editor={editor} setting={setting} />)}</div>
          <p class="actions">
            <button type="button" onClick={() => void editor.step("undo")}>
              {w.live.undoStep}
            </button>
            <button type="button" onClick={() => void editor.step("clear")}>
              {w.live.clearBoard}
            </button>
            <button type="button" onClick={() => void editor.step("start")}>
              {w.live.startAgain}
            </button>
          </p>
          {editor.refused && (
            <p class="problem" role="status">
              {editor.refused}
            </p>
          )}
          <p class="quiet">{w.live.setUpHelp}</p>
        </div>
      </div>
    );
  }
}
