// npm run conformance: the public vectors (canonical JSON, Merkle trees, signatures) against our code. Fails when they are missing.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitest } from "./counting.mjs";

const folder = process.env.DESKGATE_VECTORS ?? fileURLToPath(new URL("../../shared/vectors", import.meta.url));
if (!existsSync(folder)) {
  console.log(`conformance: no folder ${folder}; set DESKGATE_VECTORS to the folder with jcs/, merkle/, wycheproof/ and cctv/`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
process.env.DESKGATE_QUIET ??= "1";
process.env.DESKGATE_VECTORS = folder;
const { passed, failed, output } = await vitest("conformance")();
if (failed > 0) console.log(output);
console.log(`${passed} passed, ${failed + (passed === 0 ? 1 : 0)} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
