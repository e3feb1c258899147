// Pictures of a board by the browser: SVG becomes pixels.
import { w } from "../strings/strings";

/** Draws an SVG of a board on a canvas of `width` pixels; 0: as large as it is, twice as fine. */
export async function draw(svg: string, width = 0): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width || 2 * image.naturalWidth;
  canvas.height = Math.round((canvas.width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d", { willReadFrequently: width > 0 })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function pngOf(svg: string): Promise<Blob> {
  const canvas = await draw(svg);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error(w.share.noPicture))), "image/png"));
}
