import { goodAttestation } from "../../src/agent/testing/host.ts";
import { approving, endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import type { RunRecord } from "../../src/agent/ports.ts";
import type { RawDecision } from "../../src/contract/decision.ts";
import type { RawCompletion, RawEffects } from "../../src/contract/effects.ts";
import type { RawObservation } from "../../src/contract/observation.ts";
import type { ReceiptParts } from "../../src/adapters/receipts/index.ts";
import { profiles } from "../../src/contract/receipt/index.ts";
import { sha256Hex } from "../../src/base/crypto/digest.ts";
import { after, click } from "../agent/refusals/case.ts";
import { limits } from "../agent/limits.ts";
import { bench, run } from "../agent/run.ts";
import { parts } from "./receipts.ts";

const output = new TextEncoder().encode("what the target wrote\n");
const probe = (name: string, group: "net" | "files" | "unix" | "x11") =>
  ({ name, group, result: "EACCES", verdict: "as_expected", control: "passed" }) as const;

/** A run over the fake desktop that meets every refusal that the profile `fixture-live` asks for, recovers from each, and completes. */
export const provingRecord = async (): Promise<RunRecord> => {
  const made = bench();
  const { desktop, clock } = made;
  const later = clock.wallMs() + 86_400_000;
  const approve = approving("operator", later);
  /** How the next two observations differ from what is there. */
  let odd: Partial<RawObservation> = {};
  let oddLeft = 0;
  let also: Partial<RawEffects> = {};
  let asked = 0;
  let verified = 0;
  let old: RawDecision | undefined;
  const hooks = {
    attestConfinement: async (request: Parameters<typeof goodAttestation>[0]) => ({
      ...goodAttestation(request, later),
      probes: [
        probe("inet_socket", "net"),
        probe("task_in_write", "files"),
        probe("host_socket", "unix"),
        probe("no_cookie", "x11"),
      ],
    }),
    observeTarget: async () => {
      oddLeft -= 1;
      const seen = structuredClone(desktop.world.observation);
      return oddLeft >= 0 ? { ...seen, ...odd } : seen;
    },
    resolveEffects: async ({ action }: { action: { type: string } }) => ({
      origins: [],
      reads: [],
      complete: true,
      class: action.type === "paste" ? ("irreversible" as const) : ("none" as const),
      writes: action.type === "paste" ? ["/task/out/result.txt"] : [],
      ...also,
    }),
    confirmAction: async (question: Parameters<typeof approve>[0]) => {
      asked += 1;
      if (asked === 2) return old;
      old = await approve(question);
      return old;
    },
    stepUp: async (question: Parameters<typeof approve>[0]) => (asked === 1 ? undefined : approve(question)),
    verifyCompletion: async (): Promise<RawCompletion | undefined> => {
      verified += 1;
      // The screen moves on, so that asking again is no repetition on the same frame.
      desktop.world.pixels += 1;
      if (verified === 2) return undefined;
      const checks = [{ name: "result", passed: verified > 2, evidenceDigest: verified === 3 ? "none" : "a".repeat(64) }];
      return { verifier: "file-verifier", checks, outputs: [{ path: "/task/out/result.txt", sha256: sha256Hex(output) }] };
    },
  };
  const change = () => void (desktop.world.pixels += 1);
  const see = (seen: Partial<RawObservation>) => () => void ([odd, oddLeft] = [seen, 2]);
  const { target } = desktop.world.observation;
  const touch = (effects: Partial<RawEffects>) => () => void (also = effects);
  const wait = () => clock.advanceMs(2000);
  const elsewhere = { ...click, point: { x: 300, y: 300, space: "display" as const } };
  const paste = (text: string) => after(wait, { type: "paste", text });
  const turns = [
    after(change, click),
    after(see({ focus: { kind: "window", ancestry: [0x500001] } }), click),
    after(see({ focus: { kind: "root" } }), click),
    after(see({ target: target.state === "viewable" ? { ...target, title: "Another" } : target }), elsewhere),
    turn({ type: "clipboard_read" }),
    after(touch({ class: "external", origins: ["http://127.0.0.1:8080"] }), click),
    after(touch({ reads: ["/task/in-other/task.txt"] }), elsewhere),
    after(touch({ writes: ["/task/out-other/result.txt"] }), click),
    after(touch({}), click),
    turn(elsewhere),
    paste("a"),
    paste("bc"),
    paste("def"),
    endTurn(),
    endTurn(),
    endTurn(),
    endTurn(),
  ];
  const outcome = await run(made, scriptedPlanner(turns), { hooks, policy: { limits: limits({ actionIntervalMsMin: 1000 }) } });
  if (outcome.record === undefined) throw new Error(`the proving run has no record: ${outcome.status} ${outcome.codes.join()}`);
  return outcome.record;
};

/** What the receipt of a proving run needs besides: a clean build, the independent checks, the public output. */
export const provingParts: ReceiptParts = {
  ...parts,
  independentChecks: profiles["fixture-live"].checks.map((name) => ({
    name,
    by: "fixture-host",
    evidenceDigest: "e".repeat(64),
    result: "passed" as const,
  })),
  outputs: new Map([[0, output]]),
};
