// One whole run with the built adapters, as whoever starts it. Prints one JSON line. argv: folder with dist/, native/, build/.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const load = (name) => import(pathToFileURL(join(folder, "dist", "adapters", name, "index.js")).href);
const { openProbeTargets, runProbes, startDesktop } = await load("sandbox");
const { identityOf, judgeProbes, measureConfinement, recipeExpectations } = await load("host");

const built = (name) => join(folder, "build", name);
const sha256 = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

const desktop = await startDesktop({
  screen: { widthPx: 800, heightPx: 600, depth: 24 },
  supervisorPath: join(folder, "native", "deskgate-supervisor"),
});
const report = { uid: desktop.uid, processUid: process.getuid() };
try {
  const targets = await openProbeTargets(desktop);
  const target = await desktop.startTarget({
    name: "target",
    executable: built("target"),
    companions: [built("probe")],
    input: { "probe.conf": targets.config },
  });
  const expected = await recipeExpectations({
    uid: desktop.uid,
    gid: desktop.gid,
    executable: {
      ...(await identityOf(target.staged.executable)),
      sha256: sha256(built("target")),
    },
    descendantExecutables: [sha256(built("probe"))],
    app: await identityOf(target.staged.app),
    task: { input: await identityOf(target.staged.input), output: await identityOf(target.staged.output) },
    socket: await identityOf(target.staged.socket),
    claimedNamespaces: target.status.namespaces,
  });
  report.findings = (await measureConfinement(target.pid, expected)).findings;
  const run = await runProbes(target, async () => {
    report.findingsWithProbe = (await measureConfinement(target.pid, expected)).findings;
  });
  const outside = await desktop.runOutside({
    name: "outside",
    executable: built("probe"),
    arguments: targets.outsideArguments,
  });
  report.probes = judgeProbes(run.events, outside.events);
  await targets.close();
} finally {
  report.cleanup = await desktop.stop();
}
process.stdout.write(`${JSON.stringify(report)}\n`);
