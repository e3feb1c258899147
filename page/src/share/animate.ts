// An animated picture of all that was played up to the moment that the board shows.
import { start } from "../assets/beside";
import { w } from "../strings/strings";
import type { GifOrder } from "./gif_worker";
import { draw } from "./raster";
import type { Share } from "../state/share";

const WIDTH = 480; // pixels
const MOST = 400; // frames
const [TIME, LAST] = [80, 300]; // hundredths of a second

export class Animation {
  private stopped = false;
  private worker: Worker | null = null;

  constructor(private readonly share: Share) {}

  stop(): void {
    this.stopped = true;
    this.worker?.terminate();
    this.share.progress(null);
  }

  /** null: it was stopped, or did not work. */
  async make(): Promise<Blob | null> {
    const { share } = this;
    const last = share.ply;
    const step = Math.ceil((last + 1) / MOST);
    const plies = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => last - i * step).reverse();
    const of = 2 * plies.length;
    const order: GifOrder = { width: WIDTH, height: 0, frames: [] };
    for (const ply of plies) {
      share.progress({ done: order.frames.length, of });
      const svg = await share.picture(ply);
      if (svg === null || this.stopped) return null;
      const canvas = await draw(svg, WIDTH);
      order.height ||= canvas.height;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, WIDTH, order.height).data;
      if (!pixels || this.stopped) return null;
      order.frames.push({ pixels, time: ply === last ? LAST : TIME });
    }
    return this.encode(order, of);
  }

  private encode(order: GifOrder, of: number): Promise<Blob | null> {
    const { share } = this;
    return new Promise((done) => {
      const worker = start("gif.js");
      this.worker = worker;
      worker.onmessage = ({ data }: MessageEvent<{ done?: number; gif?: Uint8Array<ArrayBuffer> }>) => {
        if (data.done) share.progress({ done: order.frames.length + data.done, of });
        if (!data.gif) return;
        worker.terminate();
        share.progress(null);
        done(new Blob([data.gif], { type: "image/gif" }));
      };
      worker.onerror = () => {
        share.progress(null);
        share.refuse(w.share.noPicture);
        done(null);
      };
      worker.postMessage(order, order.frames.map(({ pixels }) => pixels.buffer));
    });
  }
}
