// A process of its own over a ledger, from the built files: holds a run open until it is killed, or appends runs and ends.
import { openLedger } from "../../../dist/adapters/ledger/index.js";

const [path, mode, name, count = "1"] = process.argv.slice(2);
const ledger = openLedger(path, { busyMs: 20_000 });
const policyDigest = "a".repeat(64);
if (mode === "hold") {
  await ledger.open({ runId: name, policyDigest, wallMs: 1 });
  process.stdout.write("opened\n");
  setInterval(() => undefined, 1000);
} else {
  for (let index = 0; index < Number(count); index += 1) {
    await ledger.open({ runId: `${name}-${index}`, policyDigest, wallMs: 1 });
    await ledger.end(`${name}-${index}`, "completed", policyDigest);
  }
  ledger.close();
}
