export { buildReceipt, type BuiltReceipt, type ReceiptParts } from "./build.js";
export { measureBuild, readSources } from "./build-facts.js";
export { receiptFolder, type ReceiptFolderOptions } from "./folder.js";
export { KeyFileError, readSigner } from "./key-file.js";
export { makeFolder } from "./make-folder.js";
export { writeReceipt } from "./write.js";
export { addKey, readTrustFile, writeKey } from "./key-store.js";
