export { checkIds, checks, type CheckId, type Exit, type Stage } from "./checks.js";
export type { Files, Machine, Unread, VerifyOptions } from "./options.js";
export { exitOf, finding, worst, type Finding, type NotMade, type ReceiptReport } from "./report.js";
export { verifyReceipt, verifyReceipts } from "./verify.js";
export { parseTrust, profileNames, sourcesOf, type ProfileName, type SourceFile, type Trust } from "../contract/receipt/index.js";
