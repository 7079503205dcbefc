// A host program that starts a desktop and a target, says which processes there are, and then only waits to be killed.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = process.argv[2];
const { startDesktop } = await import(pathToFileURL(join(root, "dist", "adapters", "sandbox", "index.js")).href);

const desktop = await startDesktop({ screen: { widthPx: 800, heightPx: 600, depth: 24 } });
const target = await desktop.startTarget({ name: "target", executable: join(root, "fixtures", "build", "target") });
const pids = [desktop.supervisorPid, desktop.serverPid, target.status.reaperPid, target.pid];
process.stdout.write(`${JSON.stringify({ pids, runDirectory: desktop.runDirectory })}\n`);
setInterval(() => {}, 1000);
