// The site behind the plainest of servers, which knows nothing of what it serves.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

export const SITE = process.env["SITE"] ?? "../build/site";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** As `serve` of browser.mjs. Files of other types go out as bytes, as on hosts that do not know them. */
export async function serveSite(folder = SITE) {
  const server = createServer((request, answer) => {
    const path = join(folder, request.url === "/" ? "index.html" : request.url.replace(/[?#].*/, ""));
    if (!existsSync(path) || !statSync(path).isFile()) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(answer);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  return {
    address,
    base: address,
    records: plays,
    end: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

/** What the browser remembers: the text of each play by its name. */
function plays(page) {
  return page.evaluate(
    () =>
      new Promise((done, fail) => {
        const asked = indexedDB.open("hra", 1);
        asked.onerror = () => fail(asked.error);
        asked.onsuccess = () => {
          const all = asked.result.transaction("entries").objectStore("entries").getAll();
          all.onsuccess = () => {
            const text = new TextDecoder();
            done(Object.fromEntries(all.result.map((entry) => [entry.name.replace("plays/", ""), text.decode(entry.bytes)])));
            asked.result.close();
          };
        };
      }),
  );
}
