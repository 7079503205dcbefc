import sharp from "sharp";
import { expect, test } from "vitest";
import { encodePng } from "../../../src/adapters/images/index.ts";

test.each([3, 4] as const)("a picture of %d channels keeps every pixel and its true size", async (channels) => {
  const [width, height] = [7, 5];
  const data = Uint8Array.from({ length: width * height * channels }, (_, at) =>
    channels === 4 && at % 4 === 3 ? 255 : (at * 37) % 256,
  );
  const picture = await encodePng({ width, height, channels, data });
  expect(picture).toMatchObject({ mediaType: "image/png", width, height });
  const read = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(read.info).toMatchObject({ width, height, channels });
  expect(new Uint8Array(read.data)).toEqual(data);
});
