// The service worker of the site: after the first visit everything comes out of the browser. A new version is fetched
// whole and takes over when no tab shows the old one any more, so a tab never mixes the two.
declare const VERSION: string;
declare const FILES: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const cache = `hra-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cache).then((all) => all.addAll(["./", ...FILES].map((url) => new Request(url, { cache: "reload" })))));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("hra-") && name !== cache));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(cache).then(async (all) => (await all.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)),
  );
});
