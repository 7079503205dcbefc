export { assert, Bug, unreachable } from "./assert.js";
export { base64FromBytes, bytesFromBase64 } from "./base64.js";
export { bytesFromHex, hexFromBytes, joinBytes, sameBytes, utf8Bytes, utf8Text } from "./bytes.js";
export { canonicalJson, parseCanonical, type Json, type JsonParse, type JsonProblem } from "./json.js";
export * from "./merkle.js";
