/**
 * The table of refusals. Source order is precedence; a code is never renamed or reused. Docs, exit texts, reports and the
 * "every code is reached" test are all made from this table; nothing is listed twice.
 */
export type RefusalKind = "wrong" | "unknown" | "budget" | "cancelled";

export type Refusal = {
  /** The control (one file in `core/controls`, or the phase) that produces the code. */
  readonly control: string;
  /** `wrong`: observed and not allowed; `unknown`: could not be observed. */
  readonly kind: RefusalKind;
  /** Whether the planner may be asked again on a new governed frame. `false` ends the run. */
  readonly replan: boolean;
  /** One English sentence: what happened. */
  readonly says: string;
  /** One English sentence: what to do next. */
  readonly next: string;
};

const row = (control: string, kind: RefusalKind, replan: boolean, says: string, next: string): Refusal => ({
  control,
  kind,
  replan,
  says,
  next,
});

export const refusals = {
  policy_invalid: row("policy", "wrong", false, "The policy does not fit the schema, lists an action that the executor does not support, or ignores more than a tenth of the scope.", "Correct the field that the message names."),
  policy_expired: row("clock", "wrong", false, "The policy's wall-clock end (notAfter) has passed.", "Issue a policy with a new run id and a later end."),
  policy_example_failed: row("policy", "wrong", false, "An example carried by the policy is not decided as it says.", "Correct the policy or its example."),
  run_id_reused: row("opening", "wrong", false, "The ledger already holds a run with this run id.", "Issue a policy with a fresh run id."),
  display_busy: row("opening", "wrong", false, "Another run holds the lease on this display.", "Wait for that run to end, or use another display."),
  display_unknown: row("opening", "unknown", false, "The lease on the display could not be taken or checked.", "Check the X server and the socket path."),
  egress_gate_absent: row("opening", "wrong", false, "The policy lists network origins, but no egress gate is running.", "Start the egress gate, or leave the list of origins empty."),
  confinement_unavailable: row("attestation", "unknown", false, "A protection that confinement needs is not available on this machine.", "Run `deskgate doctor`; it prints the cause and the fix."),
  journal_unavailable: row("journal", "unknown", false, "The intent or outcome of an action could not be journaled durably.", "Check the ledger's disk and permissions."),
  clock_unknown: row("clock", "unknown", false, "The monotonic clock went backwards or could not be read.", "Give the agent a monotonic clock in whole microseconds."),
  application_not_allowed: row("application", "wrong", false, "The target's executable is not one of the policy's applications.", "Start the intended application, or list it exactly."),
  application_unknown: row("application", "unknown", true, "The target's executable could not be observed.", "Check that the host may read the target's /proc entries."),
  window_not_allowed: row("window", "wrong", false, "The target window is not one of the policy's windows.", "List the window's id, application and exact title."),
  window_gone: row("window", "wrong", true, "The target window no longer exists or is not viewable.", "Start the application again and issue a new policy."),
  title_mismatch: row("window", "wrong", true, "The target window's title is not exactly the one in the policy.", "Compare _NET_WM_NAME with the policy's title."),
  target_unknown: row("window", "unknown", true, "The target window could not be observed.", "Check the observer's connection to the X server."),
  target_changed: row("window", "wrong", true, "The target's identity or place changed while it was being looked at.", "Let the window come to rest; plan again."),
  popup_not_allowed: row("surface", "wrong", true, "A popup covers the point, and the policy denies popups.", "Close the popup, or allow popups of the same client."),
  point_not_in_target: row("surface", "wrong", true, "The window at the point is not the target or inside it.", "Choose a point inside the target window."),
  point_in_ignored_region: row("surface", "wrong", true, "The point lies in a region whose changes the policy ignores.", "Choose another point, or stop ignoring that region."),
  surface_unknown: row("surface", "unknown", true, "Which window is at the point could not be observed.", "Plan again on the new frame."),
  focus_elsewhere: row("focus", "wrong", true, "The input focus is on another window than the target.", "Give the focus back from the target's side; the gate never does."),
  focus_root: row("focus", "wrong", true, "The input focus is on the root window or on none.", "Give the focus to the target from its own side."),
  focus_unknown: row("focus", "unknown", true, "The input focus could not be observed.", "Check the observer's connection to the X server."),
  attestation_absent: row("attestation", "wrong", false, "The host gave no attestation of confinement.", "Return a measured attestation from attestConfinement."),
  attestation_logical_only: row("attestation", "wrong", false, "The attestation is a statement of intent, not a measurement.", "Measure the running process."),
  attestation_run_mismatch: row("attestation", "wrong", false, "The attestation is bound to another run.", "Attest again for this run id."),
  attestation_policy_mismatch: row("attestation", "wrong", false, "The attestation is bound to another policy digest.", "Attest again for this policy."),
  attestation_process_mismatch: row("attestation", "wrong", false, "The attested process is not the one that owns the target window.", "Attest the process that X-Resource names."),
  attestation_expired: row("attestation", "wrong", false, "The attestation's deadline has passed.", "Attest again with a later deadline."),
  attestation_allowlist_mismatch: row("attestation", "wrong", false, "The attested allowlists are not exactly those of the policy.", "Launch the target with exactly the policy's lists."),
  attestation_probe_failed: row("attestation", "wrong", false, "A protection was measured to be missing, or a probe was not refused.", "Read the attestation's findings; mend the sandbox."),
  attestation_unknown: row("attestation", "unknown", false, "The confinement could not be measured completely.", "Check that the host may read the target's /proc entries."),
  run_decision_absent: row("run_decision", "wrong", false, "The run needs a decision, and none was given.", "Return a decision by a named actor from confirmRun."),
  run_decision_unknown: row("run_decision", "unknown", false, "Asking for the run decision failed.", "Check the confirmRun hook."),
  run_denied: row("run_decision", "wrong", false, "The run was denied.", "Nothing: a person said no."),
  decision_absent: row("decision", "wrong", true, "The action needs a decision of its own, and none was given.", "Return a decision from confirmAction."),
  decision_unknown: row("decision", "unknown", true, "Asking for the action's decision failed.", "Check the confirmAction hook."),
  decision_denied: row("decision", "wrong", true, "The action was denied.", "Nothing: a person said no."),
  decision_actor_not_allowed: row("decision", "wrong", true, "The decision's actor is not one of the policy's confirmers.", "Let a listed actor decide."),
  decision_replayed: row("decision", "wrong", true, "The decision was made for an earlier preview.", "Decide on the preview that was shown."),
  decision_digest_mismatch: row("decision", "wrong", true, "The decision is for other content than the preview's.", "Sign the digest of the preview that was shown."),
  decision_nonce_mismatch: row("decision", "wrong", true, "The decision's nonce is not the preview's.", "Return the preview's own nonce."),
  decision_expired: row("decision", "wrong", true, "The decision's expiry has passed.", "Decide again."),
  step_up_absent: row("step_up", "wrong", true, "The action is destructive or irreversible, and no step-up was given.", "Return a step-up from the stepUp hook."),
  step_up_denied: row("step_up", "wrong", true, "The step-up was denied, or does not fit the preview.", "Nothing: the stronger check said no."),
  step_up_unknown: row("step_up", "unknown", true, "Asking for the step-up failed.", "Check the stepUp hook."),
  action_type_not_allowed: row("action", "wrong", true, "The policy does not list this type of action.", "Propose a listed type."),
  action_malformed: row("action", "wrong", true, "The planner's answer is not an action of the closed set.", "Answer with one of the schema's actions."),
  action_bound_exceeded: row("action", "wrong", true, "The action is longer than one primitive may be.", "Propose it in smaller parts."),
  coordinate_out_of_range: row("action", "wrong", true, "A coordinate lies outside its space.", "Choose a point on the screen; points are never clamped."),
  key_not_known: row("action", "wrong", true, "A key name is not known.", "Use X11 keysym names, joined by +."),
  key_chord_reserved: row("action", "wrong", true, "The key chord belongs to the window manager or the server.", "Reach the goal inside the target."),
  text_unrepresentable: row("dispatch", "wrong", true, "The text has characters that the keyboard cannot give exactly; nothing was typed.", "Use paste, if the policy allows it."),
  effects_unknown: row("effects", "unknown", true, "The host could not name the action's effects completely.", "Extend the resolveEffects hook."),
  effects_incomplete: row("effects", "wrong", false, "Something changed that the enumerated effects did not name.", "Mend the resolveEffects hook; look at what changed."),
  origin_not_allowed: row("effects", "wrong", true, "The action reaches an origin that the policy does not list.", "Propose another action, or list the origin."),
  read_not_allowed: row("effects", "wrong", true, "The action reads a file that the policy does not list.", "Propose another action, or list the file."),
  write_not_allowed: row("effects", "wrong", true, "The action writes a file that the policy does not list.", "Propose another action, or list the file."),
  frame_changed: row("frame", "wrong", true, "The screen changed after the action was planned.", "Plan again on the new frame."),
  frame_too_old: row("frame", "wrong", true, "The frame is older than the policy allows.", "Plan again on the new frame."),
  frame_unsettled: row("frame", "wrong", true, "The screen did not come to rest within the policy's time.", "Wait, ignore the moving region, or allow unsettled frames."),
  frame_unknown: row("frame", "unknown", true, "No fresh frame could be captured.", "Check the X server."),
  budget_steps: row("budget", "budget", false, "The ceiling on planner calls is used up.", "Issue a policy with a higher stepsMax."),
  budget_actions: row("budget", "budget", false, "The ceiling on actions is used up.", "Issue a policy with a higher actionsMax."),
  budget_rate: row("budget", "budget", true, "The ceiling on actions in any 60 seconds is reached.", "Wait and plan again."),
  budget_interval: row("budget", "budget", true, "The last action is more recent than the smallest interval.", "Wait and plan again."),
  budget_duration: row("budget", "budget", false, "The run's time is used up.", "Issue a policy with a higher durationMsMax."),
  budget_tokens: row("budget", "budget", false, "The ceiling on tokens is used up.", "Issue a policy with a higher tokensMax."),
  budget_output_tokens: row("budget", "budget", false, "One planner call gave more output tokens than allowed.", "Cut the planner's output at the ceiling."),
  budget_thinking_time: row("budget", "budget", false, "One planner call took longer than allowed.", "Raise thinkingMsMax, or use a faster planner."),
  usage_malformed: row("budget", "unknown", false, "The planner reported usage that is not whole non-negative numbers.", "Mend the planner's usage report."),
  no_progress: row("progress", "budget", false, "The same proposal came three times on the same frame.", "Give the planner more to go on."),
  primitive_spent: row("dispatch", "wrong", true, "The admitted action was used before.", "Plan again; an admission is good once."),
  precondition_failed: row("dispatch", "wrong", true, "At dispatch a fact differed that has no code of its own, such as the keymap.", "Plan again on the new frame."),
  grab_pierced: row("dispatch", "wrong", false, "Another client acted while the server was grabbed.", "Remove clients that are impervious to grabs."),
  input_grabbed: row("dispatch", "wrong", true, "Another client holds an input grab; nothing was sent.", "Close the menu or program that holds the grab."),
  misdelivered: row("dispatch", "wrong", false, "Input reached another client than the target's.", "Look for a program that grabs input on this display."),
  delivery_unknown: row("dispatch", "unknown", false, "Which client received the input could not be proved.", "Check that the RECORD extension is there."),
  paste_hijacked: row("dispatch", "wrong", false, "Another client took the clipboard during the paste.", "Stop clipboard managers on this display."),
  outcome_unknown: row("dispatch", "unknown", false, "Whether the action happened is not known.", "Look at the target; never repeat it blindly."),
  modifier_already_down: row("dispatch", "wrong", false, "A key or button was already down before the action.", "Release it at its source; the gate does not type through it."),
  cancelled: row("cancellation", "cancelled", false, "The host cancelled the run.", "Nothing: the host said stop."),
  completion_model_only: row("completion", "wrong", true, "The planner said it is done, and no verifier gave a result.", "Return a result from verifyCompletion."),
  completion_check_failed: row("completion", "wrong", true, "A required check of completion did not pass.", "Go on until the verifier's checks pass."),
  completion_check_missing: row("completion", "wrong", true, "A required check is missing from the verifier's result.", "Return every check that the policy requires."),
  completion_evidence_invalid: row("completion", "wrong", true, "A check carries no valid evidence digest.", "Return the SHA-256 of the evidence, 64 hex digits."),
  completion_verifier_not_allowed: row("completion", "wrong", true, "The verifier is not one of the policy's verifiers.", "Let a listed verifier check."),
  completion_unknown: row("completion", "unknown", true, "The verifier could not be asked.", "Check the verifyCompletion hook."),
} as const satisfies Record<string, Refusal>;

export type RefusalCode = keyof typeof refusals;

export const refusalCodes = Object.keys(refusals) as readonly RefusalCode[];

const precedence = new Map<RefusalCode, number>(refusalCodes.map((code, index) => [code, index]));

/** Sorts by precedence and drops repetitions. */
export const sortRefusals = (codes: readonly RefusalCode[]): readonly RefusalCode[] =>
  [...new Set(codes)].toSorted((a, b) => (precedence.get(a) ?? 0) - (precedence.get(b) ?? 0));

/** Whether a replan may follow when all of `codes` were refused together: only if each of them allows it. */
export const allowsReplan = (codes: readonly RefusalCode[]): boolean =>
  codes.every((code) => refusals[code].replan);
