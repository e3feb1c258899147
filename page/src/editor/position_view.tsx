// A position is set up on its board, or written as text: beside it stands what is wrong.
import { Component } from "preact";
import { Thumb } from "../board/thumb";
import { readSpec } from "../model/line";
import { fragmentOf } from "../model/route";
import type { App } from "../state/app";
import type { PositionEditor } from "../state/position_editor";
import { w } from "../strings/strings";
import { SetUp } from "./set_up";

function Verdict({ editor }: { editor: PositionEditor }) {
  const { checked, failed, at, text, draft } = editor;
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
      {!draft && <Thumb scene={checked.scene} label={w.live.pictureOf} />}
      <p class="actions">
        <a class="button main" href={fragmentOf({ at: "analyse", spec: checked.spec, position: checked.position })}>
          {w.live.openIt}
        </a>
      </p>
    </>
  );
}

/** The game, and the well-known forms of it. */
function Games({ app }: { app: App }) {
  const { editor, home } = app;
  const { name } = readSpec(editor.game);
  const variants = home.catalogue.game(name)?.variants ?? [];
  const specs = variants.map((one) => ({ title: one.name, spec: `${name}:${one.options}` }));
  return (
    <>
      <label class="field">
        <span>{w.live.game}</span>
        <select onChange={(event) => editor.begin(event.currentTarget.value)}>
          <option value="">–</option>
          {home.catalogue.games.map((game) => (
            <option key={game.name} value={game.name} selected={game.name === name}>
              {game.title}
            </option>
          ))}
        </select>
      </label>
      {specs.length > 0 && (
        <label class="field">
          <span>{w.live.rules}</span>
          <select data-setting="rules" onChange={(event) => editor.begin(event.currentTarget.value)}>
            <option value={name}>{w.live.plainRules}</option>
            {specs.map(({ title, spec }) => (
              <option key={spec} value={spec} selected={spec === editor.game}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

export class PositionView extends Component<{ app: App }> {
  override componentWillUnmount(): void {
    this.props.app.editor.close();
  }

  override render({ app }: { app: App }) {
    const { editor } = app;
    const { scene } = editor;
    return (
      <section class="position-editor" aria-label={w.live.editor}>
        <h2>{w.live.editor}</h2>
        <div class="fields">
          <Games app={app} />
        </div>
        {scene && <SetUp editor={editor} scene={scene} />}
        {editor.game && (
          <>
            <label class="field">
              <span>{w.live.positionText}</span>
              <textarea class="mono" rows={2} spellcheck={false} value={editor.text} onInput={(event) => editor.write(event.currentTarget.value)} />
            </label>
            {!scene && (
              <p class="actions">
                <button onClick={() => editor.begin(editor.game)}>{w.live.startAgain}</button>
              </p>
            )}
            <Verdict editor={editor} />
          </>
        )}
      </section>
    );
  }
}
