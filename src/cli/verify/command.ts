import { readSources } from "../../adapters/receipts/index.js";
import type { Io } from "../../adapters/system/index.js";
import { parseTrust, receiptBytesMax, sourcesOf } from "../../contract/receipt/index.js";
import { verifyReceipts, type VerifyOptions } from "../../verify/index.js";
import { parseArguments, verifyHelp, type VerifyArguments } from "./arguments.js";
import { readReceipt, readSmall } from "./read.js";
import { textOf } from "./text.js";

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What the files named on the command line say, or why they cannot be used. */
const readOptions = async ({ trust, profile, repo }: VerifyArguments): Promise<VerifyOptions | string> => {
  let bytes: Uint8Array;
  try {
    bytes = await readSmall(trust, receiptBytesMax.trust);
  } catch (error) {
    return `trust file ${trust}: ${message(error)}`;
  }
  const parsed = parseTrust(bytes);
  if (!parsed.ok) return `${trust}: ${parsed.problem}`;
  if (repo === undefined) return { trust: parsed.trust, profile };
  try {
    return { trust: parsed.trust, profile, sources: sourcesOf(await readSources(repo)) };
  } catch (error) {
    return `--repo ${repo}: its tracked sources could not be listed: ${message(error)}`;
  }
};

/** `deskgate verify`: answers the exit code. Offline; reads the named files and nothing else. */
export const verifyCommand = async (argv: readonly string[], io: Io): Promise<number> => {
  const parsed = parseArguments(argv);
  if (!parsed.ok) {
    io.err(`deskgate verify: ${parsed.says}\n\n${verifyHelp}`);
    return 2;
  }
  if (parsed.value === "help") {
    io.out(verifyHelp);
    return 0;
  }
  const { directories, format } = parsed.value;
  const options = await readOptions(parsed.value);
  if (typeof options === "string") {
    io.err(`deskgate verify: ${options}\n`);
    return 2;
  }
  const receipts = [];
  for (const directory of directories) receipts.push(await readReceipt(directory));
  const { exit, reports } = verifyReceipts(receipts, options);
  if (format === "json")
    io.out(
      `${JSON.stringify({ exit, receipts: reports.map((report, index) => ({ directory: directories[index], ...report })) })}\n`,
    );
  else {
    for (const [index, report] of reports.entries()) io.out(`${textOf(directories[index] ?? "", report)}\n`);
    const accepted = reports.filter((report) => report.exit === 0).length;
    io.out(`${accepted} accepted, ${reports.length - accepted} not; exit ${exit}\n`);
  }
  return exit;
};
