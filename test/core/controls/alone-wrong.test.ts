import { describe, expect, test } from "vitest";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import { requiredFacts } from "../../../src/contract/attestation.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { action } from "../../../src/core/controls/action.ts";
import { application } from "../../../src/core/controls/application.ts";
import { attestation } from "../../../src/core/controls/attestation.ts";
import { callBudget } from "../../../src/core/controls/budget.ts";
import { decision, stepUp } from "../../../src/core/controls/decisions.ts";
import { expiry } from "../../../src/core/controls/expiry.ts";
import { focus } from "../../../src/core/controls/focus.ts";
import { ignored } from "../../../src/core/controls/ignored.ts";
import { surface } from "../../../src/core/controls/surface.ts";
import { window } from "../../../src/core/controls/window.ts";
import type { Control, Facts } from "../../../src/core/facts.ts";
import { click, facts, policy, seen, target } from "./facts.ts";

// One fact missing, or one of several alike alone wrong, and nothing else: found wanting by mutation testing.

type Row = readonly [string, Control, Partial<Facts>, readonly RefusalCode[]];
const proposed = (given: SealedAction): Partial<Facts> => ({ proposal: { form: "action", action: given }, action: given });
const gone = { ...seen, target: { state: "gone" as const } };
const scoped = policy({ actions: ["zoom", "click", "key", "hold_key"], frame: { ...policy().frame, scope: "window" } });
const zoom = (x: number, y: number, width: number, height: number): Partial<Facts> => ({
  ...proposed({ type: "zoom", region: { x, y, width, height } }),
  policy: scoped,
});
const key = (chord: string): Partial<Facts> => ({
  ...proposed({ type: "key", key: { chord }, repeat: 1 }),
  policy: scoped,
});

const actions: readonly Row[] = [
  ["a zoom on the whole window, where only that is shown", action, zoom(100, 100, 400, 300), []],
  ["a zoom left of the window", action, zoom(99, 100, 400, 300), ["coordinate_out_of_range"]],
  ["a zoom above it", action, zoom(100, 99, 400, 300), ["coordinate_out_of_range"]],
  ["a zoom one wider", action, zoom(100, 100, 401, 300), ["coordinate_out_of_range"]],
  ["a zoom one higher", action, zoom(100, 100, 400, 301), ["coordinate_out_of_range"]],
  ["a zoom into a window that is gone", action, { ...zoom(100, 100, 1, 1), observations: [gone] }, ["coordinate_out_of_range"]],
  ["a point, and nothing was observed", action, { observations: [] }, ["coordinate_out_of_range"]],
  ["a point, and nobody looked", action, { observations: undefined }, ["coordinate_out_of_range"]],
  ["a chord with a key that is none", action, key("ctrl+nonsense"), ["key_not_known"]],
  ["a plain key", action, key("Return"), []],
];

const external: Facts["effects"] = { class: "external", origins: [], reads: [], writes: [], complete: true };
const others: readonly Row[] = [
  ["a call whose time nobody took", callBudget, { usage: { report: "missing" } }, ["budget_thinking_time"]],
  ["a call whose charge is not known", callBudget, { budget: undefined, usage: { report: "missing" } }, ["usage_malformed"]],
  ["a decision about effects that are not known", decision, { effects: undefined }, []],
  ["a step-up about effects that are not known", stepUp, { effects: undefined }, []],
  ["an effect that needs a decision and no step-up", stepUp, { effects: external }, []],
  ["an end that is no time", expiry, { policy: policy({ notAfter: "never" }) }, ["policy_expired"]],
  ["the focus, and nobody looked", focus, { observations: undefined }, ["focus_unknown"]],
  ["the window, and nobody looked", window, { observations: undefined }, ["target_unknown"]],
  ["the application, and nobody looked", application, { observations: undefined }, []],
  ["a window that was not bound yet", window, { bound: undefined }, []],
  [
    "the second of two windows, that was not bound yet",
    window,
    { bound: undefined, observations: [seen, target({ client: 1 })] },
    ["target_changed"],
  ],
  ["a window that is gone in both looks", window, { observations: [gone, gone], bound: undefined }, ["window_gone", "window_gone"]],
  ["a title of an index past the list", window, { observations: [target({ title: { policyIndex: 9 } })] }, ["title_mismatch"]],
  ["a listed application in a window that no tuple names", application, { observations: [target({ tuple: null })] }, []],
  ["an action without a place", surface, { action: undefined, surface: null }, []],
  ["a place that nobody looked at", surface, { surface: undefined }, ["surface_unknown"]],
  ["a place, and no observation at all", surface, { observations: undefined }, ["surface_unknown"]],
  [
    "the target itself listed among the popups",
    surface,
    { observations: [{ ...seen, popups: [{ window: 0x200007, client: 0x300000 }] }] },
    [],
  ],
  [
    "the target's window in a stranger's popup",
    surface,
    {
      policy: policy({ popups: "same-client" }),
      observations: [{ ...seen, popups: [{ window: 0x200040, client: 0x300000 }] }],
      surface: { kind: "window", chain: [0x200040], client: 0x200000 },
    },
    ["popup_not_allowed"],
  ],
  [
    "a window of the target's client beside the target",
    surface,
    { surface: { kind: "window", chain: [0x200050], client: 0x200000 } },
    ["point_not_in_target"],
  ],
];

const ignore = [{ x: 0, y: 0, width: 800, height: 600 }];
const scopes: readonly Row[] = (["window", "display"] as const).flatMap((scope): Row[] => {
  const given = { policy: policy({ frame: { ...policy().frame, scope, ignore } }) };
  return [
    [`all left out of a ${scope}`, ignored, given, ["policy_invalid"]],
    [`all left out of a ${scope}, and nobody looked`, ignored, { ...given, observations: undefined }, []],
    [`all left out of a ${scope}, and nothing observed`, ignored, { ...given, observations: [] }, []],
    [
      `all left out of a ${scope} without its window`,
      ignored,
      { ...given, observations: [gone] },
      scope === "window" ? [] : ["policy_invalid"],
    ],
  ];
});
const inWindow = { ...click, point: { x: 45, y: 45, space: "window" } } as SealedAction;
const corner = policy({ frame: { ...policy().frame, ignore: [{ x: 40, y: 40, width: 10, height: 10 }] } });
const offsets: readonly Row[] = [
  ["a point of the window that only as one of the display were left out", surface, { policy: corner, action: inWindow }, []],
  [
    "such a point of a window that is gone",
    surface,
    { policy: corner, action: inWindow, observations: [gone] },
    ["surface_unknown"],
  ],
];

test.each([...actions, ...others, ...scopes, ...offsets])("%s", (_, control, given, want) => {
  expect(control(facts(given))).toEqual(want);
});

describe("of an attestation", () => {
  const { attestation: given } = facts();
  if (typeof given !== "object") throw new Error("the facts have no attestation");
  const judged = (changed: Partial<typeof given>) => attestation(facts({ attestation: { ...given, ...changed } }));

  test.each(["user", "mnt", "net", "pid", "ipc", "uts", "cgroup"] as const)("the %s namespace alone is the host's", (name) => {
    expect(judged({ namespaces: { ...given.namespaces, [name]: given.hostNamespaces[name] } })).toEqual([
      "attestation_probe_failed",
    ]);
  });
  test.each(["applications", "origins", "reads", "writes"] as const)("the list of %s alone is another", (name) => {
    expect(judged({ allowlists: { ...given.allowlists, [name]: "0".repeat(64) } })).toEqual(["attestation_allowlist_mismatch"]);
  });
  test.each([...requiredFacts])("%s alone is missing, unknown or wrong", (name) => {
    const { [name]: _, ...without } = given.facts;
    const of = (facts: typeof given.facts) => judged({ facts });
    expect([of(without), of({ ...without, [name]: "unknown" }), of({ ...without, [name]: "wrong" })]).toEqual([
      ["attestation_unknown"],
      ["attestation_unknown"],
      ["attestation_probe_failed"],
    ]);
  });
  test("the second of two probes alone failed", () => {
    const [probe] = given.probes;
    if (probe === undefined) throw new Error("the attestation has no probe");
    expect(judged({ probes: [probe, { ...probe, verdict: "not_as_expected" }] })).toEqual(["attestation_probe_failed"]);
    expect(judged({ probes: [probe, { ...probe, control: "failed" }] })).toEqual(["attestation_probe_failed"]);
    expect(judged({ probes: [probe, { ...probe, control: "unknown" }] })).toEqual(["attestation_unknown"]);
  });
  test("the process has the right pid, or the right start, alone", () => {
    const { pid, startTicks } = given.process;
    expect([judged({ process: { pid: pid + 1, startTicks } }), judged({ process: { pid, startTicks: startTicks + 1 } })]).toEqual([
      ["attestation_process_mismatch"],
      ["attestation_process_mismatch"],
    ]);
    expect(attestation(facts({ observations: [gone] }))).toEqual(["attestation_process_mismatch"]);
  });
  test("its end is the first millisecond at which it no longer counts", () => {
    const at = (wallMs: number) => attestation(facts({ wallMs }));
    expect([at(given.validUntilMs - 1), at(given.validUntilMs)]).toEqual([[], ["attestation_expired"]]);
  });
});
