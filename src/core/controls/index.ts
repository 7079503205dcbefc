import { sortRefusals, type RefusalCode } from "../../contract/refusals.js";
import type { Control, Facts } from "../facts.js";
import { action } from "./action.js";
import { application } from "./application.js";
import { attestation } from "./attestation.js";
import { actionBudget, callBudget, paceBudget, progress, stepBudget } from "./budget.js";
import { completion } from "./completion.js";
import { decision, runDecision, stepUp } from "./decisions.js";
import { effects } from "./effects.js";
import { expiry } from "./expiry.js";
import { focus } from "./focus.js";
import { frame, stillness } from "./frame.js";
import { ignored } from "./ignored.js";
import { opening } from "./opening.js";
import { surface } from "./surface.js";
import { window } from "./window.js";

const target = { application, window, focus };

/** Which controls judge at which stage. Admission runs every control that concerns an action, again, on the freshest facts. */
export const stages = {
  open: { opening, expiry },
  observe: { expiry, ...target, ignored },
  attest: { expiry, ...target, attestation },
  confirm: { expiry, runDecision },
  frame: { expiry, ...target, ignored, stillness },
  step: { stepBudget },
  planned: { callBudget, progress },
  propose: { action, actionBudget },
  look: { action },
  effects: { effects },
  decide: { decision },
  stepUp: { decision, stepUp },
  admit: {
    expiry,
    ...target,
    surface,
    attestation,
    action,
    effects,
    decision,
    stepUp,
    stillness,
    frame,
    actionBudget,
    paceBudget,
  },
  complete: { completion },
} as const satisfies Record<string, Record<string, Control>>;
export type Stage = keyof typeof stages;

/** Runs every control of the stage and returns every refusal, sorted by the order of the table. None means: allowed. */
export const judge = (stage: Stage, facts: Facts): readonly RefusalCode[] =>
  sortRefusals(Object.values<Control>(stages[stage]).flatMap((control) => control(facts)));

/** Names of all controls with the stages they stand in: part of the control digest (A51). */
export const controlList = Object.entries(stages).map(([stage, controls]) => ({ stage, controls: Object.keys(controls) }));
