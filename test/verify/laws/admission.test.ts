import { domainDigest } from "../../../src/base/crypto/domain-digest.ts";
import { actionPreview } from "../../../src/verify/invariants/action-preview.ts";
import { effects, surplus } from "../../../src/verify/invariants/effects.ts";
import { journal, primitive } from "../../../src/verify/invariants/primitive.ts";
import { bodyOf, drop, move, put, table, type Case, type Run } from "./table.ts";

type Preview = ReturnType<typeof bodyOf<"previewAction">>["preview"];
const shown =
  (edit: (preview: Preview) => unknown) =>
  (run: Run): void => {
    const body = bodyOf(run, "previewAction");
    edit(body.preview);
    body.digest = domainDigest("action-preview", body.preview);
  };
const unplanned = "previewAction: no proposal with effects came before it";
const unproposed = "previewAction: its action is not the one that was proposed";
table(
  actionPreview,
  ...(["planned", "resolve", "resolved", "plan"] as const).map((kind): Case => [
    `there was no ${kind}`,
    (run) => drop(run, kind),
    unplanned,
  ]),
  ["another action", shown((preview) => Object.assign(preview.action, { button: "right" })), unproposed],
  ["a proposal that is not there", (run) => void (bodyOf(run, "resolve").proposal = 1), unproposed],
  [
    "a proposal that is none of an action",
    (run) => void (bodyOf(run, "planned").answer.proposals[0] = { form: "unknown" } as never),
    unproposed,
  ],
  [
    "a malformed proposal that carries the action",
    (run) => void Object.assign(bodyOf(run, "planned").answer.proposals[0] ?? {}, { form: "malformed" }),
    unproposed,
  ],
  [
    "other effects",
    shown((preview) => (preview.effects.class = "external")),
    "previewAction: its effects are not the ones that the host enumerated",
  ],
  [
    "another nonce",
    shown((preview) => (preview.nonce = "0".repeat(32))),
    "previewAction: its nonce is not the one that was drawn for it",
  ],
  ["another frame", shown((preview) => (preview.frameId = 1)), "previewAction: it is not on the frame that was planned on"],
  ["another number", shown((preview) => (preview.sequence = 1)), "previewAction: its number is 1, it is preview 0"],
  [
    "another digest",
    (run) => void (bodyOf(run, "previewAction").digest = "0".repeat(64)),
    "previewAction: its digest is not that of the preview",
  ],
  [
    "the same number twice",
    (run) => put(run, ["sealFrame", 0], bodyOf(run, "previewAction")),
    "previewAction: its number is 0, it is preview 1",
  ],
);

type Admission = ReturnType<typeof bodyOf<"journal">>["admission"];
const admitted =
  (edit: (admission: Admission) => unknown) =>
  (run: Run): void =>
    void edit(bodyOf(run, "journal").admission);
const otherPreview = "journal: it is for another preview";
const otherPlace = "journal: it is for another frame or window";
table(
  primitive,
  ["nothing was shown", (run) => drop(run, "previewAction"), "journal: no preview came before it"],
  [
    "another action",
    admitted(({ action }) => Object.assign(action, { button: "right" })),
    "journal: its action is not the previewed one",
  ],
  [
    "another primitive digest",
    admitted((admission) => (admission.primitiveDigest = "0".repeat(64))),
    "journal: its primitive digest is not that of the previewed action",
  ],
  ["another preview", admitted((admission) => (admission.previewDigest = "0".repeat(64))), otherPreview],
  ["another nonce", admitted((admission) => (admission.nonce = "0".repeat(32))), otherPreview],
  ["another number", admitted((admission) => (admission.sequence += 1)), otherPreview],
  ["another frame", admitted((admission) => (admission.frameId += 1)), otherPlace],
  ["another window", admitted((admission) => (admission.window += 1)), otherPlace],
  [
    "it ends 1 us before it begins",
    admitted((admission) => (admission.notAfterUs = 999_999)),
    "journal: its time is over before it begins",
  ],
  ["it ends as it begins", admitted((admission) => (admission.notAfterUs = 1_000_000))],
);

const unwritten = "dispatch: its intent was not durably journaled right before it";
table(
  journal,
  ["nothing was journaled", (run) => drop(run, "journal"), unwritten],
  ["it was not answered", (run) => drop(run, "journaled"), unwritten],
  ["it was not durable", (run) => void (bodyOf(run, "journaled").durable = false), unwritten],
  ["it was dispatched twice", (run) => put(run, ["dispatched", 0], bodyOf(run, "dispatch")), unwritten],
  ["something came between", (run) => move(run, ["observed", 1], "behind", ["journal", 0]), unwritten],
  [
    "another was dispatched",
    (run) => void (bodyOf(run, "dispatch").admission.notAfterUs += 1),
    "dispatch: another admission was journaled than the one dispatched",
  ],
);

const named = (edit: (effects: Preview["effects"], policy: Run["policy"]) => unknown) => (run: Run) =>
  void edit(bodyOf(run, "previewAction").preview.effects, run.policy);
const entry = (coveredBy: number | null) => ({ commitment: "0".repeat(64), coveredBy });
const listed: Record<"origins" | "reads" | "writes", string> = {
  origins: "previewAction: it reaches an origin that the policy does not list",
  reads: "previewAction: it reads a file that the policy does not list",
  writes: "previewAction: it writes a file that the policy does not list",
};
table(
  effects,
  ["they are not complete", named((given) => (given.complete = false)), "previewAction: its effects are not known completely"],
  ["they have no class", named((given) => (given.class = null)), "previewAction: its effects are not known completely"],
  ...(["origins", "reads", "writes"] as const).flatMap((list): readonly Case[] => {
    const entries = (policy: Run["policy"]) =>
      list === "origins" ? (policy.network.origins = ["http://127.0.0.1:8080"]) : undefined;
    return [
      [
        `one of two ${list} is covered by nothing`,
        named((given, policy) => (entries(policy), (given[list] = [entry(0), entry(null)]))),
        listed[list],
      ],
      [
        `one of ${list} is covered past the end of the list`,
        named((given, policy) => (entries(policy), (given[list] = [entry(1)]))),
        listed[list],
      ],
      [`all of ${list} are covered`, named((given, policy) => (entries(policy), (given[list] = [entry(0), entry(0)])))],
    ];
  }),
);

const unnamed = "effectsChecked: something unnamed changed, and the run went on";
const unlooked = "dispatched: what it changed was not looked at";
const partial = { outcome: "partial", segments: 3, segmentsSent: 1, stoppedBy: { outcome: "input_grabbed" } };
const refuse = (...codes: readonly string[]) => ({ kind: "refuse", codes, replan: false });
/** What was sent came to this, and this came next instead of a look at what changed. */
const unseen =
  (outcome: unknown, ...next: readonly unknown[]) =>
  (run: Run) => {
    drop(run, "checkEffects", "effectsChecked");
    if (outcome !== undefined) bodyOf(run, "dispatched").outcome = outcome as never;
    put(run, ["dispatched", 0], ...next);
  };
table(
  surplus,
  ["an origin", (run) => void (bodyOf(run, "effectsChecked").surplus.origins = 1), unnamed],
  ["a file", (run) => void (bodyOf(run, "effectsChecked").surplus.writes = 1), unnamed],
  [
    "a file, and the run ended",
    (run) => {
      bodyOf(run, "effectsChecked").surplus.writes = 1;
      drop(run, "plan", "verifyCompletion");
    },
  ],
  ["nobody looked", unseen(undefined), unlooked],
  ["nobody looked at what was sent in part", unseen(partial), unlooked],
  ["nobody looked, and the end followed", unseen(undefined, { kind: "end" })],
  ["nobody looked, and a refusal followed", unseen(undefined, refuse("surface_occluded"))],
  ["nobody looked at what was sent in part, and it was refused", unseen(partial, refuse("input_grabbed")), unlooked],
  [
    "nobody looked at what was sent in part, and one reason of two was the run's own",
    unseen(partial, refuse("cancelled", "input_grabbed")),
    unlooked,
  ],
  ...["cancelled", "budget_duration", "policy_expired", "clock_unknown"].map((code): Case => [
    `nobody looked at what was sent in part, since the run was over: ${code}`,
    unseen(partial, refuse(code)),
  ]),
  ["nobody looked at what was not sent", unseen({ outcome: "input_grabbed" })],
  [
    "nobody looked at what was sent without its journal",
    (run) => {
      unseen(undefined)(run);
      bodyOf(run, "dispatched").journaled = false;
    },
  ],
  [
    "nothing was sent, and it was journaled",
    (run) => {
      unseen({ outcome: "input_grabbed" })(run);
      bodyOf(run, "dispatched").journaled = true;
    },
  ],
);
