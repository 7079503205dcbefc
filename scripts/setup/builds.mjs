// What is built here, from what, into what.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "./digest.mjs";
import { SetupFailure } from "./failure.mjs";
import { has, run } from "./run.mjs";

const RECORDS = ".deskgate-setup";
const workspace = ["Cargo.toml", "Cargo.lock"];

export const builds = [
  {
    name: "supervisor",
    inputs: [...workspace, "crates/supervisor", "scripts/build-supervisor.mjs"],
    outputs: ["native/deskgate-supervisor"],
    command: ["scripts/build-supervisor.mjs"],
    needs: "cargo",
  },
  {
    name: "addon",
    inputs: [...workspace, "crates/observe", "crates/x11", "crates/node", "scripts/build-native.mjs"],
    outputs: ["native/deskgate.node"],
    command: ["scripts/build-native.mjs"],
    needs: "cargo",
  },
  {
    name: "fixture",
    inputs: ["fixtures"],
    skip: ["build"],
    outputs: ["fixtures/build"],
    command: ["fixtures/build.mjs"],
  },
  {
    name: "TypeScript",
    inputs: ["src", "tsconfig.base.json", "tsconfig.json", "package.json"],
    outputs: ["dist"],
    outputSkip: [".tsbuildinfo"],
    command: ["node_modules/typescript/bin/tsc", "-b"],
  },
];

const recordPath = (root, { name }) => join(root, RECORDS, `${name}.json`);

const digests = (root, build) => ({
  inputs: digestOf(root, build.inputs, {
    skip: build.skip,
    salt: [process.platform, process.arch],
  }),
  outputs: digestOf(root, build.outputs, { skip: build.outputSkip }),
});

const readRecord = (root, build) => {
  try {
    return JSON.parse(readFileSync(recordPath(root, build), "utf8"));
  } catch {
    return undefined;
  }
};

/** Sources and results are those of the recorded build. */
export const isCurrent = (root, build) => {
  const record = readRecord(root, build);
  if (record === undefined) return false;
  const now = digests(root, build);
  return record.inputs === now.inputs && record.outputs === now.outputs;
};

const rust = (root) => /^rust-version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))?.[1];

/** Builds and writes down from what. The digest of the sources is taken before, so that an edit during the build counts. */
export const makeCurrent = async (root, build) => {
  if (build.needs === "cargo" && !has("cargo")) {
    throw new SetupFailure(`cargo is not there. Install Rust ${rust(root)} or later (https://rustup.rs), then run this again.`);
  }
  const { inputs } = digests(root, build);
  const advice =
    build.needs === "cargo"
      ? `Mend what it says; Rust has to be ${rust(root)} or later.`
      : "Mend what it says, then run this again.";
  await run(process.execPath, build.command, { cwd: root, advice });
  const { outputs } = digests(root, build);
  const path = recordPath(root, build);
  mkdirSync(join(root, RECORDS), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify({ inputs, outputs })}\n`);
  renameSync(`${path}.new`, path);
};
