// .ci/run: every suite on a clean clone. Sums what each counted; the last line is the verdict.
import { command, runSteps } from "./steps.mjs";

const lastCount = (output) => {
  const matches = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
  const last = matches.at(-1);
  return last === undefined ? undefined : { passed: Number(last[1]), failed: Number(last[2]) };
};

/** A script that ends with `N passed, N failed`; without that line, or with another exit than its count says, it has failed. */
const script =
  (...args) =>
  async () => {
    const { code, output } = await command("npm", ["run", "--silent", ...args], { show: true });
    const counted = lastCount(output);
    if (counted === undefined || (code !== 0 && counted.failed === 0))
      return { passed: counted?.passed ?? 0, failed: 1, output: `exit ${code}` };
    return { ...counted, output: "" };
  };

const live = (program, args) => async () => {
  const { code, output } = await command(program, args, { show: true });
  const match = /^fixture:live: (\d+) proofs passed, (\d+) failed; receipt (\S+)$/m.exec(output);
  if (match === null || code !== 0)
    return { passed: Number(match?.[1] ?? 0), failed: Math.max(Number(match?.[2] ?? 0), 1), output: `exit ${code}` };
  return { passed: Number(match[1]), failed: Number(match[2]) };
};

const { passed, failed } = await runSteps([
  { name: "npm test", run: script("test") },
  { name: "npm run check", run: script("check") },
  { name: "npm run conformance", run: script("conformance") },
  { name: "npm run pack -- --check", run: script("pack", "--", "--check") },
  { name: "npm run fixture:live", run: live("npm", ["run", "--silent", "fixture:live"]) },
  {
    name: "npm run fixture:live as an ordinary user",
    run: live("node", ["scripts/as-user.mjs", "npm", "run", "--silent", "fixture:live"]),
  },
]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
