/**
 * The table of checks. Ids are stable. `exit` is the exit code that a finding leads to: 1 not authentic, 2 could not verify,
 * 3 authentic but inadmissible, 4 evidence insufficient for the profile. Documents and reports are printed from it.
 */
export type Exit = 0 | 1 | 2 | 3 | 4;
export type Stage = "container" | "form" | "integrity" | "binding" | "admissibility" | "profile";
type Check = { readonly stage: Stage; readonly exit: Exit; readonly says: string };

const of =
  (stage: Stage, usual: Exit) =>
  (says: string, exit: Exit = usual): Check => ({ stage, exit, says });
const container = of("container", 1);
const form = of("form", 1);
const integrity = of("integrity", 1);
const binding = of("binding", 1);
const admissibility = of("admissibility", 3);
const profile = of("profile", 4);

export const checks = {
  "container.receipt": container("There is a receipt in the folder.", 2),
  "container.readable": container("The files can be read.", 2),
  "container.trust": container("The trust file has a key that may sign for a run.", 2),
  "container.files": container("The folder holds the files of a receipt, all of them and no others."),
  "container.size": container("No file is larger than its cap."),
  "container.envelope": container(
    "The envelope is a DSSE envelope in canonical JSON, with exactly one signature and no unknown field.",
  ),
  "container.payload-type": container("The payload type is in-toto's."),
  "container.base64": container("Payload and signature are canonical base64."),
  "container.key": container("The signing key is in the trust file."),
  "container.role": container("The signing key's role may sign for a run."),
  "container.signature": container("The signature fits the payload's exact bytes, under the trusted key's own algorithm."),
  "container.bundle": container("The Sigstore bundle holds the same envelope and names the same key."),
  "container.version": container("Statement, predicate and machine are of versions that this verifier knows."),
  "form.canonical": form("Each JSON text is in its one canonical form."),
  "form.schema": form("Each JSON text has exactly the fields of its schema, in closed formats."),
  "form.lines": form("events.jsonl is lines that end in a line feed, none empty."),
  "form.kind": form("An event's kind is that of its body."),
  "integrity.subjects": integrity("The subjects are the files that are there, by their SHA-256."),
  "integrity.genesis": integrity("Event 0 follows the genesis of this run, policy and challenge."),
  "integrity.chain": integrity("Each event names the hash of the line before."),
  "integrity.sequence": integrity("Events are numbered from 0 without a gap."),
  "integrity.count": integrity("The statement's count is the number of events."),
  "integrity.head": integrity("The statement's head is the hash of the last line."),
  "integrity.root": integrity("The statement's root is that of the RFC 6962 tree over the lines."),
  "integrity.close": integrity("There is one close, and it is the last event."),
  "integrity.run-id": integrity("No two receipts are of the same run."),
  "binding.policy": binding("The policy digest is that of policy.json wherever it stands."),
  "binding.run": binding("The run id is the policy's wherever it stands."),
  "binding.controls": binding("The control digest is that of this machine version and these hooks."),
  "binding.summary": binding("What the statement says of the run is what its events say."),
  "binding.outputs": binding("Public outputs are the ones that the completion's verifier saw."),
  "binding.sources": binding("The sources are those of the checkout."),
  "admissibility.input": admissibility("Each input answers what the machine asked for."),
  "admissibility.replay": admissibility("The machine, run again over the inputs, gives the recorded outputs."),
  "admissibility.time": admissibility("Time runs forward, and an output has the time of its input."),
  "admissibility.planner": admissibility("The planner confirms nothing, verifies nothing and checks nothing."),
  "admissibility.attestation": admissibility(
    "Measured confinement, bound to this run, policy, process and lists, came before the run preview.",
  ),
  "admissibility.target": admissibility(
    "Whatever was planned or done on was an allowed window, with the focus in it, before and after its frame.",
  ),
  "admissibility.run-preview": admissibility("The run preview holds the whole authority, under its digest."),
  "admissibility.run-decision": admissibility(
    "A run that can act was approved by a listed actor for its very preview; one that only looks asked nobody.",
  ),
  "admissibility.action-preview": admissibility(
    "An action preview is of what was proposed, on the frame it was planned on, under its digest.",
  ),
  "admissibility.decision": admissibility("An action with an effect outside had a decision of its own."),
  "admissibility.step-up": admissibility("A destructive or irreversible action had a step-up as well."),
  "admissibility.reuse": admissibility("No nonce, preview digest or decision served twice."),
  "admissibility.reobservation": admissibility("After a decision target and focus were observed again."),
  "admissibility.frame": admissibility("Each capture is a new one, of the whole scope, and not from the future."),
  "admissibility.fresh-frame": admissibility("Before each action a new capture equalled the planned frame, in time."),
  "admissibility.replan": admissibility("The planner worked on a frame captured for it, newer than the last refusal."),
  "admissibility.surface": admissibility("What lay at the action's point was the target, and its pixels were compared."),
  "admissibility.action": admissibility("What was done was of a listed type, within its bounds and on the screen."),
  "admissibility.sealing": admissibility("What a person typed or pressed as text does not stand in the events."),
  "admissibility.effects": admissibility("Effects were complete and inside the policy."),
  "admissibility.surplus": admissibility("What changed beyond the named effects ended the run."),
  "admissibility.primitive": admissibility("What was dispatched is exactly what was admitted and previewed."),
  "admissibility.journal": admissibility("Each dispatch followed its durably journaled intent."),
  "admissibility.outcome": admissibility(
    "What a dispatch came to was answered with its refusal, and with the end where the table says so.",
  ),
  "admissibility.budget": admissibility("No ceiling was passed."),
  "admissibility.used": admissibility("The use of the budgets at the end is what the events add up to."),
  "admissibility.expiry": admissibility("Nothing was planned or done after the policy's end."),
  "admissibility.progress": admissibility("A planner that repeats itself on the same frame was stopped."),
  "admissibility.refusal": admissibility("After a refusal came what the table says: a new frame, or the end."),
  "admissibility.completion": admissibility("A completed run had a fresh frame and a verifier's passed checks with evidence."),
  "admissibility.cancellation": admissibility(
    "After the host's signal nothing more was planned or done, and the delay stands as it was.",
  ),
  "admissibility.seals": admissibility("Each previewed frame has its commitment, once."),
  "admissibility.cleanup": admissibility("After the end the run let go, cleaned up and closed, and nothing else."),
  "profile.clean-tree": profile("The program came from a clean commit, and its parts are named by digest."),
  "profile.completed": profile("The run was completed."),
  "profile.confinement": profile("Confinement was measured, with probes of each group."),
  "profile.refusals": profile("Each refusal that the profile wants to see happened."),
  "profile.checks": profile("Each independent check that the profile names passed."),
  "profile.output": profile("A public output is there, and is what the verifier saw."),
  "profile.cleanup": profile("Nothing was left after the run, as measured."),
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof checks;
export const checkIds = Object.keys(checks) as readonly CheckId[];
