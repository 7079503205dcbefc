// capture, check (both also at 4K), sha256, png: what is done with the pixels of a whole display.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng } from "../../dist/adapters/images/index.js";
import { measure } from "../lib/measure.mjs";
import { stillFrameOf } from "../lib/native.mjs";

const quiet = () => new AbortController().signal;
const plain = { scope: "display", ignore: [], settle: undefined };

/** One reference frame is kept for comparisons; every other is forgotten at once. */
const capturing = async ({ display, counts }, compared) => {
  const gate = await display.openGate();
  const reference = (await gate.capture({ ...plain, settle: { quietMs: 80, maxMs: 5_000 }, compareTo: null }, quiet())).id;
  const figures = await measure(async () => {
    const frame = await gate.capture({ ...plain, compareTo: compared ? reference : null }, quiet());
    gate.keepOnly([reference]);
    if (compared && frame.equal !== true) throw new Error("the screen was not still");
  }, counts);
  await gate.release(quiet());
  return figures;
};

const capture = (suffix) => ({
  id: `capture${suffix}`,
  run: async (bench) => ({
    deskgate: { ...(await capturing(bench, false)), nativeP50: await bench.native.capture() },
    alternatives: [
      await bench.peer("node-x11 SHM", "x11", "capture"),
      await bench.peer("nut-js", "nut", "capture", "few"),
      await bench.peer("node-screenshots", "shots", "capture", "few"),
      await bench.peer("scrot", "spawn", "capture", "few"),
    ],
    limit: await bench.limit("capture", "banded MIT-SHM, copied"),
  }),
});

const check = (suffix) => ({
  id: `check${suffix}`,
  run: async (bench) => ({
    deskgate: await capturing(bench, true),
    alternatives: [await bench.peer("node-x11 SHM + Buffer.equals", "x11", "check")],
    limit: await bench.limit("check", "banded MIT-SHM and memcmp"),
  }),
});

/** The frame's pixels in a file, for peers that encode them. */
const frameFile = async (bench) => {
  const { pixels } = await stillFrameOf(bench.display);
  const path = join(bench.scratch, "frame.rgb");
  writeFileSync(path, pixels.data);
  return { pixels, env: { FRAME: path, WIDTH: String(pixels.width), HEIGHT: String(pixels.height) } };
};

const sha256 = {
  id: "sha256",
  run: async (bench) => {
    const { env } = await frameFile(bench);
    const gate = await bench.display.openGate();
    const { id } = await gate.capture({ ...plain, compareTo: null }, quiet());
    const salt = new Uint8Array(32);
    const deskgate = await measure(async () => gate.commit(id, salt, quiet()), bench.counts);
    await gate.release(quiet());
    return {
      deskgate,
      alternatives: [await bench.peer("node:crypto", "encode", "sha256", "few", env)],
      limit: await bench.limit("sha256", "OpenSSL, without a key", {
        FRAME_BYTES: String(bench.display.widthPx * bench.display.heightPx * 4),
      }),
    };
  },
};

const png = {
  id: "png",
  run: async (bench) => {
    const { pixels, env } = await frameFile(bench);
    return {
      deskgate: await measure(async () => encodePng(pixels), bench.few),
      alternatives: [await bench.peer("sharp level 1", "encode", "png", "few", env)],
      note: "deskgate encodes with sharp",
    };
  },
};

export const pixels = [capture(""), check(""), sha256, png];
export const pixels4k = [capture("_4k"), check("_4k")];
