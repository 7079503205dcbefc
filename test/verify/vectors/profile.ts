import type { ReceiptParts } from "../../../src/adapters/receipts/index.ts";
import type { ReceiptEvent } from "../../../src/contract/receipt/index.ts";
import { provingParts, provingRecord } from "../proving.ts";
import { eventsOf, receiptOf, rechained } from "../receipts.ts";
import { consistent } from "./consistent.ts";
import { echo, type Vector } from "./vector.ts";

const profile = "fixture-live" as const;

const parts =
  (changed: Partial<ReceiptParts>): Vector["make"] =>
  async () => ({
    files: receiptOf(await provingRecord(), { ...provingParts, ...changed }).files,
    options: { profile },
  });
const build = (changed: Partial<ReceiptParts["build"]>): Vector["make"] => parts({ build: { ...provingParts.build, ...changed } });

/** Other events, which the machine is made to agree with: the proof is missing, and everything else holds. */
const events =
  (edit: (body: ReceiptEvent["body"]) => void): Vector["make"] =>
  async () => {
    const record = await provingRecord();
    const events = structuredClone(eventsOf(record));
    for (const { body } of events) edit(body);
    const edited = consistent(events);
    return { files: receiptOf(rechained(record, edited), provingParts).files, options: { profile, machines: echo(edited) } };
  };

export const profiles: readonly Vector[] = [
  { check: "profile.clean-tree", when: "the tree was dirty", make: build({ dirty: true }) },
  { check: "profile.clean-tree", when: "whether it was dirty is not known", make: build({ dirty: null }) },
  { check: "profile.clean-tree", when: "the commit is not known", make: build({ commit: null }) },
  { check: "profile.clean-tree", when: "the addon is not named", make: build({ addonSha256: null }) },
  {
    check: "profile.completed",
    when: "the world failed at the last moment",
    make: async () => {
      const record = await provingRecord();
      const edited = structuredClone(eventsOf(record));
      for (const event of edited) {
        const { body } = event;
        if (body.kind === "end") body.status = "failed";
        // A harmless fault that the run met and got over, so that there is one.
        if (body.kind === "effectsChecked")
          event.body = {
            kind: "faulted",
            during: "checkEffects",
            fault: "deadline",
            at: body.at,
            wallMs: body.wallMs,
            clock: body.clock,
          };
      }
      return { files: receiptOf(rechained(record, edited), provingParts).files, options: { profile, machines: echo(edited) } };
    },
  },
  {
    check: "profile.confinement",
    when: "no probe of files was made",
    make: events((body) => {
      if (body.kind === "attested" && typeof body.attestation === "object" && "probes" in body.attestation)
        body.attestation.probes = body.attestation.probes.slice(0, 1);
    }),
  },
  {
    check: "profile.refusals",
    when: "the frame never changed",
    make: events(
      (body) =>
        body.kind === "refuse" && void (body.codes = body.codes.map((code) => (code === "frame_changed" ? "frame_too_old" : code))),
    ),
  },
  {
    check: "profile.checks",
    when: "one check is missing",
    make: parts({ independentChecks: provingParts.independentChecks.slice(1) }),
  },
  {
    check: "profile.checks",
    when: "one check failed",
    make: parts({
      independentChecks: provingParts.independentChecks.map((check, index) =>
        index === 0 ? { ...check, result: "failed" } : check,
      ),
    }),
  },
  { check: "profile.output", when: "the public output is not there", make: parts({ outputs: new Map() }) },
  {
    check: "profile.cleanup",
    when: "a process was left",
    make: events((body) => body.kind === "cleanedUp" && void (body.cleanup.processesLeft = 1)),
  },
  {
    check: "profile.cleanup",
    when: "what was left could not be measured",
    make: events((body) => body.kind === "cleanedUp" && void (body.cleanup.filesLeft = null)),
  },
];
