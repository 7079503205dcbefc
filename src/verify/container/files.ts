import { outputPattern, receiptBytesMax, receiptFiles } from "../../contract/receipt/index.js";
import type { Files } from "../options.js";
import { finding, type Finding } from "../report.js";

const names: readonly string[] = Object.values(receiptFiles);
const isOurs = (name: string): boolean => names.includes(name) || outputPattern.test(name);

const capOf = (name: string): number =>
  name === receiptFiles.events
    ? receiptBytesMax.events
    : name === receiptFiles.policy
      ? receiptBytesMax.policy
      : name === receiptFiles.envelope || name === receiptFiles.bundle
        ? receiptBytesMax.envelope
        : receiptBytesMax.output;

/** The closed list of files, and their caps, before anything is parsed. A folder with none of them is no receipt at all. */
export const checkFiles = (files: Files): readonly Finding[] => {
  if (![...files.keys()].some((name) => isOurs(name)))
    return [finding("container.receipt", ".", "none of a receipt's files is here; name the folder of one receipt")];
  const missing = names.filter((name) => !files.has(name));
  const others = [...files.keys()].filter((name) => !isOurs(name));
  const large = [...files].filter(([name, bytes]) => isOurs(name) && bytes.length > capOf(name));
  return [
    ...missing.map((name) => finding("container.files", name, "the file is missing")),
    ...others.map((name) => finding("container.files", name, "the file is not one of a receipt's")),
    ...large.map(([name, bytes]) => finding("container.size", name, `${bytes.length} bytes, at most ${capOf(name)} are read`)),
  ];
};
