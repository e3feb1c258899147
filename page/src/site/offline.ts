// The service worker of the site: after the first visit everything comes out of the browser. A new version is fetched whole,
// each file by its sum, and waits until a person takes it, so a tab never mixes two.
declare const VERSION: string;
declare const FILES: [name: string, integrity: string][];

const worker = self as unknown as ServiceWorkerGlobalScope;
const cache = `hra-${VERSION}`;

/** One after another: a person may wait for others. */
async function install(): Promise<void> {
  const all = await caches.open(cache);
  for (const [name, integrity] of FILES) await all.add(new Request(name, { cache: "no-cache", integrity }));
}

async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith("hra-") && name !== cache);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const all = await caches.open(cache);
  return (await all.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) event.respondWith(answer(event.request));
});
