import sharp from "sharp";
import type { Picture } from "../../agent/ports.js";

/** A lossless PNG of raw pixels, 8 bits a channel, encoded off the main thread. */
export const encodePng = async (pixels: {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}): Promise<Picture> => {
  const { width, height, channels, data } = pixels;
  const png = await sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toBuffer();
  return { mediaType: "image/png", bytes: new Uint8Array(png), width, height };
};
