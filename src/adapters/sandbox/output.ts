import { createHash } from "node:crypto";
import type { Supervisor } from "./supervisor.js";
import type { OutputFile } from "./types.js";

const BYTES_MAX = 1024 * 1024;

/** The supervisor reads, under the dropped uid and without following anything (crates/supervisor/src/output.rs). */
export const readOutput = async (
  supervisor: Supervisor,
  directory: string,
  path: string,
  bytesMax = BYTES_MAX,
): Promise<OutputFile | undefined> => {
  const reply = await supervisor.request({ do: "read", directory, path, bytesMax });
  const hex = reply["hex"];
  if (reply["found"] !== true || typeof hex !== "string") return undefined;
  const bytes = new Uint8Array(Buffer.from(hex, "hex"));
  return {
    bytes,
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
};
