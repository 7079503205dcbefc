import { event, receiptBytesMax, receiptFiles, type ReceiptEvent } from "../../contract/receipt/index.js";
import { finding, type Finding } from "../report.js";
import { readAs, type Read } from "./read.js";

export type Lines = { readonly lines: readonly Uint8Array[]; readonly events: readonly ReceiptEvent[] };

const lineFeed = 0x0a;
const asForm = { form: "form.canonical", shape: "form.schema" } as const;

/** Lines with their line ends, or `undefined` where the last one has none or one is empty. */
const split = (bytes: Uint8Array): readonly Uint8Array[] | undefined => {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1 || end === start) return undefined;
    lines.push(bytes.subarray(start, end + 1));
    start = end + 1;
  }
  return lines;
};

const no = (...findings: Finding[]) => ({ findings });

/** Reads `events.jsonl`. Stops at the first line that cannot be read: what follows hangs on it. */
export const readEvents = (bytes: Uint8Array): Read<Lines> => {
  const lines = split(bytes);
  if (lines === undefined || lines.length === 0)
    return no(finding("form.lines", receiptFiles.events, "it is not lines that each end in one line feed"));
  const events: ReceiptEvent[] = [];
  for (const [index, line] of lines.entries()) {
    const where = `${receiptFiles.events}:${index + 1}`;
    const read = readAs(event, line.subarray(0, -1), receiptBytesMax.event, where, asForm);
    if ("findings" in read) return read;
    if (read.value.kind !== read.value.body.kind)
      return no(finding("form.kind", where, `its kind is ${read.value.kind}, its body's is ${read.value.body.kind}`));
    events.push(read.value);
  }
  return { value: { lines, events } };
};
