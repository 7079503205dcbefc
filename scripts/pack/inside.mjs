// Runs in a folder where the tarballs were installed and nothing else is: what somebody who embeds deskgate does first. argv: a socket's path,
// its cookie in hex, the server's pid, a place for a ledger. Prints one line of JSON.
import { X11Observer, openLedger, measureBuild } from "deskgate";
import { refusals } from "deskgate/contract";
import * as testing from "deskgate/testing";
import * as verify from "deskgate/verify";

const [socketPath, cookie, serverPid, ledger] = process.argv.slice(2);
openLedger(ledger).close();
const build = await measureBuild();
const observer = await X11Observer.connect({ socketPath, cookie: Buffer.from(cookie, "hex"), serverPid: Number(serverPid) });
const { root } = await observer.look(AbortSignal.timeout(10_000));
observer.close();
const names = [refusals, testing, verify].map((each) => Object.keys(each).length);
console.log(JSON.stringify({ screen: [root.width, root.height], build, names, node: process.versions.node }));
