import * as z from "zod";
import { actionType } from "./actions.js";
import { bounds, limitsMax } from "./bounds.js";
import { absolutePath, digest, identifier, origin, rect, title, xid } from "./forms.js";
import { freeze, plainCopy } from "./plain.js";
import { describeIssues } from "./problems.js";
import { parseUtc } from "./time.js";
import { refusalCodes } from "./refusals.js";

const unique = <T extends z.ZodType>(item: T, what: string) =>
  z
    .array(item)
    .max(bounds.listEntriesMax)
    .refine(
      (list) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length,
      `the same entry stands in ${what} twice`,
    );

const limit = (name: keyof typeof limitsMax) => z.int().min(1).max(limitsMax[name]);

const limits = z.strictObject({
  stepsMax: limit("stepsMax"),
  actionsMax: limit("actionsMax"),
  actionsPerMinuteMax: limit("actionsPerMinuteMax"),
  actionIntervalMsMin: limit("actionIntervalMsMin"),
  durationMsMax: limit("durationMsMax"),
  tokensMax: limit("tokensMax"),
  outputTokensPerCallMax: limit("outputTokensPerCallMax"),
  frameAgeMsMax: limit("frameAgeMsMax"),
  thinkingMsMax: limit("thinkingMsMax"),
  interruptMsMax: limit("interruptMsMax"),
});
export type Limits = z.infer<typeof limits>;

const fileEntry = z.strictObject({ path: absolutePath, kind: z.enum(["file", "directory"]) });
export type FileEntry = z.infer<typeof fileEntry>;

/** An example of what the policy decides about one action, checked when the policy is loaded. */
const example = z.strictObject({
  name: identifier,
  action: actionType,
  origins: z.array(origin).max(bounds.listEntriesMax),
  reads: z.array(absolutePath).max(bounds.listEntriesMax),
  writes: z.array(absolutePath).max(bounds.listEntriesMax),
  expect: z.union([
    z.strictObject({ admit: z.literal(true) }),
    z.strictObject({ refuse: z.array(z.enum(refusalCodes as [string, ...string[]])).min(1) }),
  ]),
});
export type PolicyExample = z.infer<typeof example>;

/** The authority for one run. Nothing has a default (A49): a policy that says less grants less. */
export const computerUseRunPolicy = z
  .strictObject({
    policyVersion: z.literal(1),
    runId: identifier,
    /** RFC 3339, UTC, whole seconds. */
    notAfter: z
      .string()
      .refine((text) => parseUtc(text) !== undefined, "it must be a UTC time in whole seconds, like 2026-12-01T08:00:00Z"),
    /** Exact executables, as the target itself sees their paths. */
    applications: unique(z.strictObject({ path: absolutePath, sha256: digest.nullable() }), "applications"),
    windows: unique(z.strictObject({ application: absolutePath, windowId: xid, title }), "windows"),
    popups: z.enum(["deny", "same-client"]),
    actions: unique(actionType, "actions"),
    network: z.strictObject({ origins: unique(origin, "network.origins") }),
    files: z.strictObject({ read: unique(fileEntry, "files.read"), write: unique(fileEntry, "files.write") }),
    outputs: unique(z.strictObject({ path: absolutePath, class: z.literal("public") }), "outputs"),
    confirmers: z.strictObject({
      run: unique(identifier, "confirmers.run"),
      action: unique(identifier, "confirmers.action"),
      stepUp: unique(identifier, "confirmers.stepUp"),
    }),
    limits,
    frame: z.strictObject({
      scope: z.enum(["display", "window"]),
      settle: z.strictObject({ quietMs: z.int().min(1).max(10_000), maxMs: z.int().min(1).max(30_000) }),
      unsettled: z.enum(["refuse", "allow"]),
      ignore: z.array(rect).max(bounds.ignoreRectsMax),
    }),
    completion: z.strictObject({
      requiredChecks: unique(identifier, "completion.requiredChecks").min(1),
      verifiers: unique(identifier, "completion.verifiers").min(1),
    }),
    /** `sealed` keeps click points out of the receipt: an on-screen keypad gives the text away by its points. */
    points: z.enum(["public", "sealed"]),
    examples: z.array(example).max(bounds.listEntriesMax).optional(),
  })
  .superRefine((policy, context) => {
    const problem = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const applications = new Set(policy.applications.map((entry) => entry.path));
    if (applications.size !== policy.applications.length) problem(["applications"], "an application is listed once");
    policy.windows.forEach((window, index) => {
      if (!applications.has(window.application))
        problem(["windows", index, "application"], "a window's application is one of applications[].path");
    });
    if (new Set(policy.windows.map((window) => window.windowId)).size !== policy.windows.length)
      problem(["windows"], "a window id is listed once");
    policy.outputs.forEach((output, index) => {
      if (coveringEntry(policy.files.write, output.path) === null)
        problem(["outputs", index, "path"], "a public output lies inside files.write");
    });
    if (policy.frame.settle.quietMs > policy.frame.settle.maxMs) problem(["frame", "settle"], "quietMs is at most maxMs");
  });
export type ComputerUseRunPolicy = z.infer<typeof computerUseRunPolicy>;

/** Index of the entry that covers `path`: the same path, or a directory entry above it. A file entry covers no children. */
export const coveringEntry = (entries: readonly FileEntry[], path: string): number | null => {
  const index = entries.findIndex(
    (entry) => entry.path === path || (entry.kind === "directory" && path.startsWith(`${entry.path}/`)),
  );
  return index === -1 ? null : index;
};

export type PolicyParse =
  | { readonly ok: true; readonly policy: ComputerUseRunPolicy }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Parses at the door: a plain copy, a size cap, a strict schema; no unknown field, nothing guessed. The policy cannot be changed afterwards. */
export const parsePolicy = (value: unknown): PolicyParse => {
  const plain = plainCopy(value);
  if (!plain.ok) return { ok: false, problems: [`policy: ${plain.where === "" ? "the whole" : plain.where}: ${plain.why}`] };
  const size = JSON.stringify(plain.value).length;
  if (size > bounds.policyBytesMax)
    return { ok: false, problems: [`policy: it has ${size} characters as JSON; the greatest is ${bounds.policyBytesMax}`] };
  const result = computerUseRunPolicy.safeParse(plain.value);
  return result.success
    ? { ok: true, policy: freeze(result.data) }
    : { ok: false, problems: describeIssues("policy", result.error, plain.value) };
};
