// npm run bench: prints what is measured, as ratios in one run, and writes bench/results.json. A row is there only once it is measured.
import { execFileSync } from "node:child_process";
import { cpus, release } from "node:os";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const xvfb = () => {
  try {
    return execFileSync("dpkg-query", ["-W", "-f=${Version}", "xvfb"], { encoding: "utf8" });
  } catch {
    return "unknown";
  }
};

const results = {
  machine: { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, kernel: release(), node: process.version, xvfb: xvfb() },
  screen: "1920x1080",
  runs: 0,
  rows: [],
  growth: [],
  memory: [],
};
console.log("id  unit  deskgate p50/p95  alternatives  limit  goal  met");
console.log(results.rows.length === 0 ? "(no row is measured yet)" : "");
writeFileSync(fileURLToPath(new URL("../bench/results.json", import.meta.url)), `${JSON.stringify(results, null, 2)}\n`);
