import { outputPattern, profiles, type Profile } from "../../contract/receipt/index.js";
import type { CheckId } from "../checks.js";
import type { Opened } from "../opened.js";
import type { VerifyOptions } from "../options.js";
import { finding, type Finding } from "../report.js";

type Proof = (profile: Profile, opened: Opened) => readonly string[];

const cleanTree: Proof = ({ cleanTree: wanted }, { statement: { predicate } }) => {
  const { commit, dirty, sources, addonSha256, supervisorSha256 } = predicate.build;
  if (!wanted) return [];
  return [
    ...(commit === null || sources === null ? ["the commit and its sources are not recorded"] : []),
    ...(dirty === false ? [] : ["the tree had changes that are in no commit"]),
    ...(addonSha256 === null || supervisorSha256 === null ? ["the native parts are not named by digest"] : []),
  ];
};

const completed: Proof = (profile, { statement: { predicate } }) =>
  profile.completed && predicate.summary.status !== "completed" ? [`the run's status is ${predicate.summary.status}`] : [];

const confinement: Proof = ({ probeGroups }, { statement: { predicate } }) => {
  if (probeGroups.length === 0) return [];
  const given = predicate.summary.confinement;
  if (given === null) return ["there is no attestation"];
  const missing = probeGroups.filter(
    (group) =>
      !given.probes.some((probe) => probe.group === group && probe.verdict === "as_expected" && probe.control === "passed"),
  );
  return missing.map((group) => `no probe of the group ${group} was refused with its control passed`);
};

const refused: Proof = (profile, { statement: { predicate } }) =>
  profile.refusals
    .filter((wanted) => !predicate.summary.refusals.some(({ code }) => code === wanted))
    .map((code) => `${code} was never given`);

const checked: Proof = (profile, { statement: { predicate } }) =>
  profile.checks
    .filter((wanted) => !predicate.independentChecks.some(({ name, result }) => name === wanted && result === "passed"))
    .map((name) => `the independent check ${name} is not there as passed`);

const output: Proof = (profile, { files }) =>
  profile.publicOutput && ![...files.keys()].some((name) => outputPattern.test(name)) ? ["no public output is in the folder"] : [];

const cleanup: Proof = (profile, { statement: { predicate } }) => {
  if (!profile.cleanedUp) return [];
  const { released, host } = predicate.summary.cleanup;
  const parts = Object.entries({ ...(released ?? { released: null }), ...(host ?? { host: null }) });
  return parts.filter(([, left]) => left !== 0).map(([name, left]) => `${name}: ${left === null ? "not measured" : String(left)}`);
};

const proofs = {
  "profile.clean-tree": cleanTree,
  "profile.completed": completed,
  "profile.confinement": confinement,
  "profile.refusals": refused,
  "profile.checks": checked,
  "profile.output": output,
  "profile.cleanup": cleanup,
} as const satisfies Partial<Record<CheckId, Proof>>;

/** Whether a true receipt holds the proofs that a profile asks for. */
export const checkProfile = (opened: Opened, { profile }: VerifyOptions): readonly Finding[] =>
  profile === undefined
    ? []
    : Object.entries(proofs).flatMap(([check, proof]) =>
        proof(profiles[profile], opened).map((says) => finding(check as keyof typeof proofs, "payload", says)),
      );
