export type { LedgerRecord } from "./chain.js";
export { LedgerError, type LedgerFault } from "./fault.js";
export { openLedger, type Ledger, type LedgerOptions } from "./ledger.js";
