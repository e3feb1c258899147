// A position is written as text: beside it stands what is wrong, or its picture.
import { Component } from "preact";
import { Thumb } from "../board/thumb";
import { fragmentOf } from "../model/route";
import type { App } from "../state/app";
import type { PositionEditor } from "../state/position_editor";
import { w } from "../strings/strings";

function Verdict({ editor }: { editor: PositionEditor }) {
  const { checked, failed, at, text } = editor;
  if (failed)
    return (
      <p class="problem" role="status">
        {failed}{" "}
        {at >= 0 && (
          <span class="mono">
            {text.slice(Math.max(0, at - 12), at)}
            <mark>{text.slice(at, at + 8) || "…"}</mark>
          </span>
        )}
      </p>
    );
  if (!checked) return <p class="quiet">{w.live.checking}</p>;
  return (
    <>
      <Thumb scene={checked.scene} label={w.live.pictureOf} />
      <p class="actions">
        <a class="button main" href={fragmentOf({ at: "analyse", spec: checked.spec, position: checked.position })}>
          {w.live.openIt}
        </a>
      </p>
    </>
  );
}

export class PositionView extends Component<{ app: App }> {
  override componentWillUnmount(): void {
    this.props.app.editor.close();
  }

  override render({ app }: { app: App }) {
    const { editor, home } = app;
    return (
      <section class="position-editor" aria-label={w.live.editor}>
        <h2>{w.live.editor}</h2>
        <div class="fields">
          <label class="field">
            <span>{w.live.game}</span>
            <select onChange={(event) => editor.begin(event.currentTarget.value)}>
              <option value="">–</option>
              {home.games.map(({ name, title }) => (
                <option key={name} value={name} selected={name === editor.game}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          {editor.game && (
            <label class="field">
              <span>{w.live.positionText}</span>
              <textarea class="mono" rows={3} spellcheck={false} value={editor.text} onInput={(event) => editor.write(event.currentTarget.value)} />
            </label>
          )}
        </div>
        {editor.game && (
          <>
            <p class="actions">
              <button onClick={() => editor.begin(editor.game)}>{w.live.startAgain}</button>
            </p>
            <Verdict editor={editor} />
          </>
        )}
      </section>
    );
  }
}
