import type { CheckId } from "../checks.js";
import { action } from "./action.js";
import { actionPreview } from "./action-preview.js";
import { attestation } from "./attestation.js";
import { budget, used } from "./budget.js";
import { cancellation } from "./cancellation.js";
import { cleanup } from "./cleanup.js";
import { completion } from "./completion.js";
import { decision, reobservation, stepUp } from "./decision.js";
import { effects, surplus } from "./effects.js";
import { expiry } from "./expiry.js";
import { frame } from "./frame.js";
import { freshFrame, replan } from "./fresh-frame.js";
import { outcome } from "./outcome.js";
import { planner } from "./planner.js";
import { journal, primitive } from "./primitive.js";
import { progress } from "./progress.js";
import { refusal } from "./refusal.js";
import { reuse } from "./reuse.js";
import { runDecision } from "./run-decision.js";
import { runPreview } from "./run-preview.js";
import { sealing } from "./sealing.js";
import { seals } from "./seals.js";
import { surface } from "./surface.js";
import { target } from "./target.js";
import type { Law } from "./transcript.js";

/**
 * The laws of a run (A8 to A29), written from the design and not from the machine: a shared machine shares its bugs, and a law that
 * looked at the machine would share them too. Each is one file, and one check.
 */
export const laws = {
  "admissibility.planner": planner,
  "admissibility.attestation": attestation,
  "admissibility.target": target,
  "admissibility.run-preview": runPreview,
  "admissibility.run-decision": runDecision,
  "admissibility.action-preview": actionPreview,
  "admissibility.decision": decision,
  "admissibility.step-up": stepUp,
  "admissibility.reuse": reuse,
  "admissibility.reobservation": reobservation,
  "admissibility.frame": frame,
  "admissibility.fresh-frame": freshFrame,
  "admissibility.replan": replan,
  "admissibility.surface": surface,
  "admissibility.action": action,
  "admissibility.sealing": sealing,
  "admissibility.effects": effects,
  "admissibility.surplus": surplus,
  "admissibility.primitive": primitive,
  "admissibility.journal": journal,
  "admissibility.outcome": outcome,
  "admissibility.budget": budget,
  "admissibility.used": used,
  "admissibility.expiry": expiry,
  "admissibility.progress": progress,
  "admissibility.refusal": refusal,
  "admissibility.completion": completion,
  "admissibility.cancellation": cancellation,
  "admissibility.seals": seals,
  "admissibility.cleanup": cleanup,
} as const satisfies Partial<Record<CheckId, Law>>;
