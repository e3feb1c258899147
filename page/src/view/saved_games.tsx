// Saved games: resume, view, download, delete; and games that are added from files.
import type { Saved } from "../model/events";
import type { Home } from "../state/home";
import { fragmentOf } from "../model/route";
import { w } from "../strings/strings";

/** Hands a text to the browser as a file. */
function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name.replace(/^.*\//, "");
  link.click();
  URL.revokeObjectURL(link.href);
}

async function putFile(home: Home, input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  if (file) await home.put(file.name, await file.text());
  input.value = "";
}

function Entry({ kept, home }: { kept: Saved; home: Home }) {
  const name = kept.name.replace(/^plays\//, "");
  const when = kept.changed === undefined ? "" : new Date(kept.changed * 1000).toLocaleString(w.locale, { dateStyle: "medium", timeStyle: "short" });
  const asked = home.sure === kept.name;
  return (
    <li class="kept">
      <span class="kept-name" title={name}>
        {home.game(name.replace(/-\d{8}-.*$/, ""))?.title ?? name}
      </span>
      <span class="quiet">
        {when} · {kept.finished ? w.over : w.open}
      </span>
      <span class="actions">
        {!kept.finished && (
          <a class="button main" href={fragmentOf({ at: "kept", name: kept.name, look: false })} aria-label={`${w.resume}: ${name}`}>
            {w.resume}
          </a>
        )}
        <a class="button" href={fragmentOf({ at: "kept", name: kept.name, look: true })} aria-label={`${w.view}: ${name}`}>
          {kept.finished ? w.review : w.view}
        </a>
        <button
          aria-label={`${w.download}: ${name}`}
          onClick={async () => {
            const text = await home.read(kept.name);
            if (text !== null) download(name, text);
          }}
        >
          {w.download}
        </button>
        <button
          aria-label={`${w.remove}: ${name}`}
          onClick={() => {
            home.ask(asked ? null : kept.name);
          }}
        >
          {w.remove}
        </button>
      </span>
      {asked && (
        <span class="sure" role="alert">
          {w.removeSure(name)}{" "}
          <button class="danger" onClick={() => void home.remove(kept.name)}>
            {w.remove}
          </button>
          <button onClick={() => home.ask(null)}>{w.cancel}</button>
        </span>
      )}
    </li>
  );
}

export function SavedGamesView({ home }: { home: Home }) {
  return (
    <section class="keeps" aria-labelledby="kept-title">
      <h2 id="kept-title">{w.savedGames}</h2>
      {home.kept.length === 0 ? <p class="quiet">{w.noSavedGames}</p> : null}
      <ul class="list">
        {home.kept.map((kept) => (
          <Entry key={kept.name} kept={kept} home={home} />
        ))}
      </ul>
      <label class="field file">
        <span>{w.importGame}</span>
        <input type="file" accept=".hra,.pdn,.mat,.txt,text/plain" aria-describedby="put-what" onChange={(event) => void putFile(home, event.currentTarget)} />
        <span id="put-what" class="quiet">
          {w.importFormats}
        </span>
      </label>
    </section>
  );
}
