// The box that takes a position, a game, a file or a link.
import type { App } from "../state/app";
import { w } from "../strings/strings";
import { takeFile, takeText } from "./paste";

export function PasteBox({ app }: { app: App }) {
  const { imports } = app;
  return (
    <form
      class="paste-box"
      aria-label={w.share.boxLabel}
      onSubmit={(event) => {
        event.preventDefault();
        void takeText(app, imports.text);
      }}
    >
      <label>
        <span>{w.share.boxLabel}</span>
        <textarea rows={3} class="mono" spellcheck={false} value={imports.text} placeholder={w.share.boxExample} aria-describedby="box-what" onInput={(event) => imports.write(event.currentTarget.value)} />
      </label>
      <p id="box-what" class="quiet">
        {w.share.boxWhat}
      </p>
      {imports.failed && (
        <p class="problem" role="alert">
          {imports.failed}
        </p>
      )}
      <p class="actions">
        <button class="main" type="submit" disabled={imports.busy || !imports.text.trim()}>
          {w.share.open}
        </button>
        <label class="button choose">
          <input
            type="file"
            class="unseen"
            accept=".hra,.pdn,.pgn,.mat,.sgf,.txt,.gz,text/plain"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) void takeFile(app, file);
              event.currentTarget.value = "";
            }}
          />
          {w.share.chooseFile}
        </label>
      </p>
    </form>
  );
}
