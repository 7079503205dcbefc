import type { Observation, ViewableTarget } from "../../../src/contract/observation.ts";
import { target } from "../../../src/verify/invariants/target.ts";
import { bodyOf, cut, drop, table, type Case, type Run } from "./table.ts";

const commitment = "0".repeat(64);
const seenIn = (run: Run, nth: number, side: "before" | "after"): Observation => bodyOf(run, "captured", nth)[side];
const targetIn = ({ target: seen }: Observation): ViewableTarget => {
  if (seen.state !== "viewable") throw new Error("a target was expected");
  return seen;
};

const notListed = "the target is no window of the policy";
const unfocused = "the focus is not in the target";
const another = "the target is not the window that the run was opened on";
const moved = "the target moved between the observations";
const plan = (edit: (seen: Observation, run: Run) => void) => (run: Run) => {
  edit(seenIn(run, 0, "after"), run);
  drop(run, "journal", "verifyCompletion");
  run.events.splice(11, run.events.length);
};
/** The same wherever the target is seen. */
const everywhere = (edit: (seen: Observation) => void) => (run: Run) => {
  edit(bodyOf(run, "observed").observation);
  edit(bodyOf(run, "previewRun").preview.target as Observation);
  for (const side of ["before", "after"] as const) edit(seenIn(run, 0, side));
  run.events.splice(11, run.events.length);
};
const own = (edit: (seen: ViewableTarget) => void) => plan((seen) => edit(targetIn(seen)));
const at0 = (...says: readonly string[]) => says.map((text) => `plan: ${text}`);
table(
  target,
  [
    "no frame was captured",
    (run) => (drop(run, "captured"), void run.events.splice(11, run.events.length)),
    "plan: no frame was captured before it",
  ],
  ["gone", plan((seen) => void (seen.target = { state: "gone" })), ...at0(notListed)],
  ["gone, with all that it was", own((seen) => void ((seen as { state: string }).state = "gone")), ...at0(notListed)],
  ["of no tuple", own((seen) => void (seen.tuple = null)), ...at0(notListed)],
  ["of a tuple that is not there", own((seen) => void (seen.tuple = 1)), ...at0(notListed)],
  ["another window", own((seen) => void (seen.window = 1)), ...at0(notListed)],
  ["of no title", own((seen) => void (seen.title = null)), ...at0(notListed)],
  ["of a sealed title", own((seen) => void (seen.title = { commitment })), ...at0(notListed)],
  ["of no application", own((seen) => void (seen.application = null)), ...at0(notListed)],
  ["of a sealed application", own((seen) => void (seen.application = { commitment })), ...at0(notListed)],
  [
    "of another title in the list",
    plan((seen, run) => {
      run.policy.windows.push({ windowId: 1, title: "Other", application: "/app/target" });
      targetIn(seen).title = { policyIndex: 1 };
    }),
    ...at0(notListed),
  ],
  [
    "of another application in the list",
    plan((seen, run) => {
      run.policy.applications.push({ path: "/app/other", sha256: null });
      targetIn(seen).application = { policyIndex: 1 };
    }),
    ...at0(notListed),
  ],
  ["focus on the root", plan((seen) => void (seen.focus = { kind: "root" })), ...at0(unfocused)],
  [
    "focus on the root, of the target's line",
    plan((seen) => void (seen.focus = { kind: "root", ancestry: [2_097_159] } as never)),
    ...at0(unfocused),
  ],
  ["focus in another window", plan((seen) => void (seen.focus = { kind: "window", ancestry: [7] })), ...at0(unfocused)],
  ...(
    [
      ["deny", 2_097_152, [7], false],
      ["same-client", 2_097_152, [7], true],
      ["same-client", 1, [7], false],
      ["same-client", 2_097_152, [5], false],
    ] as const
  ).map(([popups, client, ancestry, lawful]): Case => [
    `focus in ${ancestry.join()}, popup 7 of client ${client}, popups: ${popups}`,
    plan((seen, run) => {
      run.policy.popups = popups;
      seen.popups = [
        { window: 8, client: 2_097_152 },
        { window: 7, client },
      ] as never;
      seen.focus = { kind: "window", ancestry: [...ancestry] };
    }),
    ...(lawful ? [] : at0(unfocused)),
  ]),
  ...(["client", "pid", "startTicks"] as const).map((name): Case => [
    `another ${name}`,
    own((seen) => void (seen[name] += 1)),
    ...at0(another),
  ]),
  ...(["x", "y", "width", "height"] as const).map((name): Case => [
    `another ${name}`,
    own((seen) => void (seen.geometry[name] += 1)),
    ...at0(moved),
  ]),
  [
    "not focused as its frame was begun",
    (run) => (plan(() => undefined)(run), void (seenIn(run, 0, "before").focus = { kind: "root" })),
    ...at0(unfocused),
  ],
  [
    "the run was opened on another",
    (run) => (plan(() => undefined)(run), void (targetIn(bodyOf(run, "observed").observation).pid += 1)),
    `previewRun: ${another}`,
    ...at0(another),
  ],
  [
    "another was shown",
    (run) => (
      plan(() => undefined)(run),
      void ((bodyOf(run, "previewRun").preview.target as Observation).focus = { kind: "root" })
    ),
    `previewRun: ${unfocused}`,
  ],
  ["the window that the run was opened on was not observed", (run) => (plan(() => undefined)(run), drop(run, "observed"))],
  ["all of it elsewhere", everywhere((seen) => void (targetIn(seen).geometry.x += 1))],
  [
    "what was done was done where it was not planned",
    (run) => {
      for (const side of ["before", "after"] as const) targetIn(seenIn(run, 1, side)).geometry.x += 1;
      drop(run, "verifyCompletion");
    },
    `journal: ${moved}`,
  ],
  [
    "it moved between planning calls",
    (run) => {
      for (const side of ["before", "after"] as const) targetIn(seenIn(run, 2, side)).geometry.x += 1;
    },
  ],
  ["its planner saw no frame", (run) => void cut(run, "captured", 0), "plan: no frame was captured before it"],
  ["nothing was planned", (run) => drop(run, "plan")],
);
