import { domainDigest } from "../../../src/base/crypto/domain-digest.ts";
import { attestation } from "../../../src/verify/invariants/attestation.ts";
import { expiry } from "../../../src/verify/invariants/expiry.ts";
import { runPreview } from "../../../src/verify/invariants/run-preview.ts";
import { bodyOf, drop, move, put, table, type Case, type Run } from "./table.ts";

const givenIn = (run: Run) => {
  const { attestation: given } = bodyOf(run, "attested");
  if (given === "absent" || given.kind === "unavailable") throw new Error("an attestation was expected");
  return given;
};
/** Changes the attestation, and names it in the preview as what it is then. */
const attested =
  (edit: (given: ReturnType<typeof givenIn>, run: Run) => unknown) =>
  (run: Run): void => {
    edit(givenIn(run), run);
    bodyOf(run, "previewRun").preview.attestationDigest = domainDigest("attestation", givenIn(run));
  };

const none = "previewRun: no attestation came before it";
const other = "previewRun: the attestation is for another run or policy";
const stranger = "previewRun: the attested process is not the observed target's";
const weak = "previewRun: a protection was missing, or could not be measured";
const lists = "previewRun: the attested allowlists are not exactly the policy's";
table(
  attestation,
  ["nothing was attested", (run) => drop(run, "attested"), none],
  ["it is absent", (run) => void (bodyOf(run, "attested").attestation = "absent"), none],
  ["it was unavailable", (run) => void ((bodyOf(run, "attested").attestation as { kind: string }).kind = "unavailable"), none],
  ["it came after the preview", (run) => move(run, ["attested", 0], "behind", ["previewRun", 0]), none],
  [
    "it is a statement of intent",
    attested((given) => void ((given as { kind: string }).kind = "declared")),
    "previewRun: the attestation is a statement of intent",
  ],
  ["another run", attested((given) => (given.runId = "run-2")), other],
  ["another policy", attested((given) => (given.policyDigest = "0".repeat(64))), other],
  ["another process", attested((given) => (given.process.pid += 1)), stranger],
  ["a process of the same number, started later", attested((given) => (given.process.startTicks += 1)), stranger],
  ["nothing was observed", (run) => drop(run, "observed"), stranger],
  ["what was observed is no window of the policy", (run) => void (run.policy.windows = []), stranger],
  [
    "it ends in this very ms",
    attested((given) => (given.validUntilMs = 1_796_000_000_000)),
    "previewRun: the attestation had expired",
  ],
  ["it ends 1 ms later", attested((given) => (given.validUntilMs = 1_796_000_000_001))],
  ...(["applications", "origins", "reads", "writes"] as const).map((name): Case => [
    `another list of ${name}`,
    attested((given) => (given.allowlists[name] = "0".repeat(64))),
    lists,
  ]),
  ["one required fact is missing", attested((given) => delete (given.facts as Record<string, unknown>)["mounts"]), weak],
  ["one required fact is not known", attested((given) => Object.assign(given.facts, { mounts: "unknown" })), weak],
  ["one further fact is not so", attested((given) => Object.assign(given.facts, { another: "missing" })), weak],
  ["one of two probes got through", attested(({ probes }) => probes.push({ ...probes[0], verdict: "unexpected" } as never)), weak],
  [
    "one of two probes was refused, as its control was",
    attested(({ probes }) => probes.push({ ...probes[0], control: "failed" } as never)),
    weak,
  ],
  ["nothing was probed", attested((given) => (given.probes = []))],
  [
    "the preview names another",
    (run) => void (bodyOf(run, "previewRun").preview.attestationDigest = "0".repeat(64)),
    "previewRun: the preview names another attestation",
  ],
);

const redigested =
  (edit: (preview: ReturnType<typeof bodyOf<"previewRun">>["preview"]) => unknown) =>
  (run: Run): void => {
    const body = bodyOf(run, "previewRun");
    edit(body.preview);
    body.digest = domainDigest("run-preview", body.preview);
    Object.assign(bodyOf(run, "decideRun"), { digest: body.digest, nonce: body.preview.nonce });
  };
const asked = "previewRun: what was asked for is another preview";
table(
  runPreview,
  [
    "another authority",
    redigested((preview) => (preview.authority.limits.actionsMax += 1)),
    "previewRun: its authority is not the whole policy",
  ],
  [
    "another nonce than the drawn one",
    redigested((preview) => (preview.nonce = "0".repeat(32))),
    "previewRun: its nonce is not the one that was drawn for it",
  ],
  ["no nonce was drawn", (run) => drop(run, "attested"), "previewRun: its nonce is not the one that was drawn for it"],
  [
    "another digest",
    (run) => void (bodyOf(run, "previewRun").digest = bodyOf(run, "decideRun").digest = "0".repeat(64)),
    "previewRun: its digest is not that of the preview",
  ],
  ["another digest was asked for", (run) => void (bodyOf(run, "decideRun").digest = "0".repeat(64)), asked],
  ["another nonce was asked for", (run) => void (bodyOf(run, "decideRun").nonce = "0".repeat(32)), asked],
  ["nothing was asked", (run) => drop(run, "decideRun")],
  [
    "it was shown twice",
    (run) => put(run, ["runDecided", 0], bodyOf(run, "previewRun")),
    "previewRun: the run was previewed twice",
  ],
  [
    "a frame was captured before it",
    (run) => move(run, ["previewRun", 0], "behind", ["capture", 0]),
    "capture: a frame was captured before the run was previewed",
  ],
  ["it was not shown, and nothing was captured", (run) => drop(run, "previewRun", "capture")],
  [
    "it was not shown, and frames were captured",
    (run) => drop(run, "previewRun"),
    ...Array.from({ length: 4 }, () => "capture: a frame was captured before the run was previewed"),
  ],
);

const over = (kind: string) => `${kind}: it came after 2030-01-01T00:00:00Z`;
const end = Date.parse("2030-01-01T00:00:00Z");
const inputs = ["attested", "observed", "captured", "journaled", "planned", "completionChecked"] as const;
table(
  expiry,
  ...(
    [
      ["attested", 0, "previewRun"],
      ["captured", 0, "plan"],
      ["captured", 1, "journal"],
      ["journaled", 0, "dispatch"],
    ] as const
  ).map(([input, nth, kind]): Case => [
    `its end came before ${kind}`,
    (run) => void (bodyOf(run, input, nth).wallMs = end),
    over(kind),
  ]),
  ["its last ms had not ended", (run) => inputs.forEach((kind) => void (bodyOf(run, kind).wallMs = end - 1))],
  ["its end came before the verification", (run) => void (bodyOf(run, "captured", -1).wallMs = end)],
);
