// The files beside the page, as a web host has them. hra.html contains its files: inside.ts replaces this module there, and
// inside_worker.ts in its workers (build.mjs --one).

/** Whether the page is one file, with nothing beside it and no host behind it. */
export const alone: boolean = false;

/** A file by its name; what is behind a "?" keeps versions apart where a host could mix them. */
export const load = (name: string): Promise<Response> => fetch(name);

/** Begins a worker of that script. */
export const start = (name: string): Worker => new Worker(new URL(name, document.baseURI));

/** The file, or null; for a worker, which may wait. */
export function loadNow(name: string): Uint8Array | null {
  const request = new XMLHttpRequest();
  request.open("GET", name, false);
  request.responseType = "arraybuffer";
  request.send();
  return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : null;
}

/** Where a link finds the file. */
export const addressOf = (name: string): string => name;
