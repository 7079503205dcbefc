// Digests and PNG in Node, on the frame whose raw RGB bytes FRAME names.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { measured } from "./lib.mjs";

const { FRAME = "", WIDTH = "0", HEIGHT = "0" } = process.env;
const pixels = readFileSync(FRAME);
const raw = { width: Number(WIDTH), height: Number(HEIGHT), channels: 3 };

await measured({
  sha256: async () => {
    // Four bytes a pixel, as the X server has them.
    const bytes = Buffer.alloc(raw.width * raw.height * 4, pixels);
    return () => createHash("sha256").update(bytes).digest("hex");
  },
  png: async () => () => sharp(pixels, { raw }).png({ compressionLevel: 1 }).toBuffer(),
});
