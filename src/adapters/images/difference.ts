import sharp from "sharp";
import type { Picture } from "../../agent/ports.js";

/** How many pixels differ, and the smallest rectangle that holds them; none differ: no rectangle. */
export type PictureDifference = {
  readonly pixels: number;
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined;
};

const rawOf = async ({ bytes }: Picture) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The pixels of a picture, 8 bits a channel, red, green and blue. */
export const pixelsOf = async (picture: Picture): Promise<Uint8Array> => (await rawOf(picture)).data;

/** Compares two pictures pixel by pixel. Throws when they differ in size: they are then no pictures of one screen. */
export const differenceOf = async (before: Picture, after: Picture): Promise<PictureDifference> => {
  const [a, b] = await Promise.all([rawOf(before), rawOf(after)]);
  const { width, height, channels } = a.info;
  if (b.info.width !== width || b.info.height !== height || b.info.channels !== channels)
    throw new Error(`pictures of ${width}x${height} and ${b.info.width}x${b.info.height} pixels cannot be compared`);
  let [pixels, left, top, right, bottom] = [0, width, height, -1, -1];
  for (let index = 0; index < width * height; index += 1) {
    const at = index * channels;
    if (a.data.compare(b.data, at, at + channels, at, at + channels) === 0) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [pixels, left, top, right, bottom] = [pixels + 1, Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { pixels, area: pixels === 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } };
};
