export { sealAction, type SealPlace } from "./action.js";
export { wholeRun, type Commit, type CommitContext } from "./commit.js";
export { sealCompletion, sealEffects, sealSurplus } from "./effects.js";
export { sealActor, sealObservation } from "./observation.js";
export { sealPlan, sealUsage, type RawPlan, type SealedPlan } from "./planned.js";
export { characters, utf8Length } from "./text.js";
