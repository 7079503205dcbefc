import { createLinuxX11Agent, measureBuild, openLedger, readSigner, receiptFolder } from "deskgate";
import type { ComputerUseRunControlHooks, ComputerUseRunPolicy, Planner, RunOutcome, X11Display } from "deskgate";

/** Runs one task under one policy; your host supplies the display, the hooks and the planner. */
export async function govern(
  display: X11Display,
  hooks: ComputerUseRunControlHooks,
  planner: Planner,
  policy: ComputerUseRunPolicy,
  files: { ledger: string; key: string; receipts: string },
): Promise<RunOutcome> {
  const journal = openLedger(files.ledger); // append-only; intents are on disk before anything is sent
  const build = await measureBuild(); // what this very program was built from
  const receipts = receiptFolder({ folder: files.receipts, signer: await readSigner(files.key), version: "0.1.0", build });
  const agent = createLinuxX11Agent({ display, hooks, planner, journal, receipts }); // throws when a hook is absent
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const run = agent.run("Paste the reference into the entry and commit it.", { policy, signal: stop.signal });
  for await (const event of run) {
    if (event.type === "action.refused") console.log(`refused: ${event.codes.join(", ")}`);
  }
  const outcome = await run.outcome; // a value: completed | refused | cancelled | budget_exhausted | failed
  console.log(`${outcome.status}; receipt ${outcome.receipt?.directory ?? "none"}`);
  journal.close();
  return outcome;
}
