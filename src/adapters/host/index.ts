/** Confinement as the host measures it: from /proc, by pid, against allowlists. */
export { identityOf } from "./identity.js";
export { measureConfinement } from "./measure.js";
export { recheckConfinement } from "./recheck.js";
export { recipeExpectations } from "./recipe.js";
export type { RecipeFacts } from "./recipe.js";
export { readListeners } from "./listeners.js";
export type { Listeners } from "./listeners.js";
export { judgeProbes } from "./probes.js";
export type { ProbeGroup, ProbeOutcome, ProbeReport } from "./probe-types.js";
export type {
  ConfinementExpectations,
  ConfinementMeasurement,
  DescriptorKind,
  DescriptorRules,
  EnvironmentRules,
  Fact,
  FileIdentity,
  MountRule,
  NamespaceName,
  Namespaces,
  ProcessIdentity,
  Recheck,
  Verdict,
} from "./types.js";
