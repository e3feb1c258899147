// The database of a browser that used the site of commit 8241368f, put into this one; and what a place of the page shows.

/** Replaces what the browser remembers. The page is elsewhere meanwhile. */
export function restore(page, entries) {
  return page.evaluate(
    (all) =>
      new Promise((done, fail) => {
        const asked = indexedDB.open("hra", 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore("entries", { keyPath: "name" });
        asked.onerror = () => fail(asked.error);
        asked.onsuccess = () => {
          const change = asked.result.transaction("entries", "readwrite");
          const store = change.objectStore("entries");
          for (const { name, text, changed } of all) store.put({ name, bytes: new TextEncoder().encode(text), changed });
          change.oncomplete = () => done(asked.result.close());
          change.onerror = () => fail(change.error);
        };
      }),
    entries,
  );
}

/** Each entry with its name, text and time. */
export function dump(page) {
  return page.evaluate(
    () =>
      new Promise((done, fail) => {
        const asked = indexedDB.open("hra", 1);
        asked.onerror = () => fail(asked.error);
        asked.onsuccess = () => {
          const all = asked.result.transaction("entries").objectStore("entries").getAll();
          all.onsuccess = () => {
            done(all.result.map((entry) => ({ name: entry.name, text: new TextDecoder().decode(entry.bytes), changed: Math.floor(entry.changed) })));
            asked.result.close();
          };
        };
      }),
  );
}

/** The first heading, and of a table how far the game is; of a form who sits where; `wanted`: data of the table that are waited for. */
export async function shown(page, base, fragment, wanted = {}) {
  await page.goto("about:blank"); // a link is opened anew, not followed
  await page.goto(`${base}${fragment}`);
  await page.waitForSelector("main h1, main h2");
  const table = /^#(kept|look|p)=/.test(fragment);
  if (table) await page.waitForSelector("main.table svg.board");
  const isThere = (all) => all.every(([name, value]) => document.querySelector("main.table").dataset[name] === value);
  if (table) await page.waitForFunction(isThere, Object.entries(wanted));
  const isForm = /^#(new|watch|match)=/.test(fragment);
  if (isForm) await page.waitForSelector("main form");
  return page.evaluate((isForm) => {
    const { ply = null, state = null } = document.querySelector("main.table")?.dataset ?? {};
    const fields = isForm ? [...document.querySelectorAll("main form input:not([type=checkbox]):not([type=radio]), main form select")].map((field) => field.value).filter(Boolean).sort() : [];
    return { heading: document.querySelector("main h1, main h2").textContent.trim(), ply, state, ...(fields.length > 0 && { fields }) };
  }, isForm);
}
