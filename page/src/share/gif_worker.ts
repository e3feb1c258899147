// Makes an animated picture beside the page: frames come in, the picture goes out.
import { Gif, paletteOf } from "./gif";

export interface GifOrder {
  width: number;
  height: number;
  frames: { pixels: Uint8ClampedArray; time: number }[];
}

self.onmessage = ({ data }: MessageEvent<GifOrder>) => {
  const { width, height, frames } = data;
  const some = [0, 1, 2, 3, 4].map((i) => Math.round((i * (frames.length - 1)) / 4));
  const gif = new Gif(width, height, paletteOf([...new Set(some)].map((i) => (frames[i] as GifOrder["frames"][number]).pixels)));
  frames.forEach(({ pixels, time }, i) => {
    gif.add(pixels, time);
    self.postMessage({ done: i + 1 });
  });
  self.postMessage({ gif: gif.end() });
};
