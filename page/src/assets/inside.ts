// The files that hra.html has in itself (page/one.mjs): texts that the browser does not run, of bytes in base64.
import type * as Beside from "./beside";
import { Unpacker } from "./unpack";

export const alone: typeof Beside.alone = true;

const TYPES: Record<string, string> = { js: "text/javascript", txt: "text/plain;charset=utf-8" };
const NETS = /\.(learnt|book)\.lzma$/; // what workers ask for by themselves

const addresses = new Map<string, string>();
const scripts = new Map<string, string>(); // addresses of workers

/** The bytes of a file; those with `data-bytes` were packed on the way here. */
function bytesOf(name: string): Uint8Array<ArrayBuffer> {
  const file = document.querySelector<HTMLElement>(`[data-file="${name.replace(/\?.*/, "")}"]`);
  const letters = atob(file?.textContent ?? "");
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  const unpacked = Number(file?.dataset["bytes"]);
  return unpacked ? new Uint8Array(new Unpacker(unpacked).add(bytes, true)) : bytes;
}

export const load: typeof Beside.load = async (name) => new Response(new Blob([bytesOf(name)])); // which comes in parts

export const addressOf: typeof Beside.addressOf = (name) => {
  const type = TYPES[name.replace(/.*\./, "")] ?? "application/octet-stream";
  const address = addresses.get(name) ?? URL.createObjectURL(new Blob([bytesOf(name)], { type }));
  addresses.set(name, address);
  return address;
};

/** Nets and books: a worker sees no document, and no address of its page. */
let nets: Map<string, Blob> | null = null;

function netsOf(): Map<string, Blob> {
  const names = [...document.querySelectorAll<HTMLElement>("[data-file]")].map((file) => file.dataset["file"] ?? "");
  return new Map(names.filter((name) => NETS.test(name)).map((name) => [name, new Blob([bytesOf(name)])]));
}

/** Comes before the script of a worker, and keeps its first message: the nets. */
const TAKE = 'addEventListener("message",(e)=>{e.stopImmediatePropagation();self.hraInside=e.data},{once:true});';

export const start: typeof Beside.start = (name) => {
  const address = scripts.get(name) ?? URL.createObjectURL(new Blob([TAKE, bytesOf(name)], { type: TYPES["js"] }));
  scripts.set(name, address);
  const worker = new Worker(address);
  worker.postMessage((nets ??= netsOf()));
  return worker;
};
