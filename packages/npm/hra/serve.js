// hra serve: the site of the package, for browsers of this machine.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", svg: "image/svg+xml", json: "application/json", png: "image/png", txt: "text/plain; charset=utf-8", webmanifest: "application/manifest+json" };

export async function serve(args) {
  const at = args.indexOf("--port");
  const port = at < 0 ? 8470 : Number(args[at + 1]);
  if (args.length !== (at < 0 ? 0 : 2) || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("hra serve: usage: hra serve [--port N]");
    process.exit(2);
  }
  const server = createServer((request, answer) => {
    const name = /^\/([\w.-]*)(?:\?.*)?$/.exec(request.url)?.[1];
    const file = name === undefined ? null : new URL(`site/${name || "index.html"}`, import.meta.url);
    if (file === null || /^\./.test(name) || !existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": TYPES[extname(file.pathname).slice(1)] ?? "application/octet-stream", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache" });
    createReadStream(file).pipe(answer);
  });
  server.on("error", (why) => {
    console.error(`hra serve: ${why.message}`);
    process.exit(1);
  });
  server.listen(port, "127.0.0.1", () => console.log(`hra: http://127.0.0.1:${server.address().port}/`));
}
