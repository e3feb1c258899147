// Saved games: resume, view, download, delete; and games that are added from files.
import type { Saved } from "../model/events";
import type { Home } from "../state/home";
import { fragmentOf } from "../model/route";
import { whenOf } from "../state/going_on";
import { w } from "../strings/strings";
import { download } from "../share/download";
import { readFile } from "../share/file_text";

/** Adds the games of a file, and opens them. */
async function putFile(home: Home, file: File | undefined): Promise<void> {
  try {
    const read = file && (await readFile(file));
    const to = read && (await home.saved.put(file.name.replace(/\.gz$/, ""), read.text, read.guessed));
    if (to) location.hash = fragmentOf(to);
  } catch (error) {
    home.saved.refuse(error instanceof Error ? error.message : String(error));
  }
}

async function putChosen(home: Home, input: HTMLInputElement): Promise<void> {
  await putFile(home, input.files?.[0]);
  input.value = "";
}

/** A file of many games. */
function FileEntry({ kept, home }: { kept: Saved; home: Home }) {
  const name = kept.name.replace(/^files\//, "");
  return (
    <li class="kept">
      <span class="kept-name">{name}</span>
      <span class="actions">
        <a class="button main" href={fragmentOf({ at: "file", name: kept.name, game: null })} aria-label={`${w.fileGames.show}: ${name}`}>
          {w.fileGames.show}
        </a>
        <FileActions kept={kept} name={name} home={home} />
      </span>
      <Sure kept={kept} name={name} home={home} />
    </li>
  );
}

function FileActions({ kept, name, home }: { kept: Saved; name: string; home: Home }) {
  return (
    <>
      <button
        aria-label={`${w.download}: ${name}`}
        onClick={async () => {
          const text = await home.saved.read(kept.name);
          if (text !== null) download(name, text);
        }}
      >
        {w.download}
      </button>
      <button
        aria-label={`${w.remove}: ${name}`}
        onClick={() => {
          home.saved.ask(home.saved.sure === kept.name ? null : kept.name);
        }}
      >
        {w.remove}
      </button>
    </>
  );
}

function Sure({ kept, name, home }: { kept: Saved; name: string; home: Home }) {
  if (home.saved.sure !== kept.name) return null;
  return (
    <span class="sure" role="alert">
      {w.removeSure(name)}{" "}
      <button class="danger" onClick={() => void home.saved.remove(kept.name)}>
        {w.remove}
      </button>
      <button onClick={() => home.saved.ask(null)}>{w.cancel}</button>
    </span>
  );
}

/** The title of the game that a saved one is of. */
export function titleOf(kept: Saved, home: Home): string {
  const name = kept.name.replace(/^plays\//, "");
  return home.catalogue.game(name.replace(/-\d{8}-.*$/, ""))?.title ?? name;
}

function Entry({ kept, home }: { kept: Saved; home: Home }) {
  const name = kept.name.replace(/^plays\//, "");
  return (
    <li class="kept">
      <span class="kept-name" title={name}>
        {titleOf(kept, home)}
      </span>
      <span class="quiet">
        {whenOf(kept)} · {kept.finished ? w.over : w.open}
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
        <FileActions kept={kept} name={name} home={home} />
      </span>
      <Sure kept={kept} name={name} home={home} />
    </li>
  );
}

export function SavedGamesView({ home }: { home: Home }) {
  return (
    <section class="keeps" aria-labelledby="kept-title">
      <h2 id="kept-title">{w.savedGames}</h2>
      {home.saved.plays.length === 0 ? <p class="quiet">{home.saved.listed ? w.noSavedGames : w.loading}</p> : null}
      <ul class="list">
        {home.saved.plays.map((kept) => (
          <Entry key={kept.name} kept={kept} home={home} />
        ))}
      </ul>
      {home.saved.files.length > 0 && (
        <>
          <h2>{w.fileGames.files}</h2>
          <ul class="list">
            {home.saved.files.map((kept) => (
              <FileEntry key={kept.name} kept={kept} home={home} />
            ))}
          </ul>
        </>
      )}
      <p class="file">
        <label class="button choose">
          <input type="file" class="unseen" accept=".hra,.pdn,.pgn,.mat,.sgf,.txt,.gz,text/plain" aria-describedby="put-what" onChange={(event) => void putChosen(home, event.currentTarget)} />
          {w.importGame}
        </label>
        <span id="put-what" class="quiet">
          {w.importFormats}
        </span>
      </p>
    </section>
  );
}
