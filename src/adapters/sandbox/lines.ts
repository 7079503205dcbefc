import type { Readable } from "node:stream";

/** Calls `take` for each complete line; `end` once, after the last. The writer is our own supervisor, which bounds its lines. */
export const readLines = (stream: Readable, take: (line: string) => void, end: () => void): void => {
  let pending = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const parts = (pending + chunk).split("\n");
    pending = parts.pop() ?? "";
    parts.forEach(take);
  });
  stream.once("close", end);
  stream.on("error", () => {});
};
