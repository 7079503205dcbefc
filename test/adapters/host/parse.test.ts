import { expect, test } from "vitest";
import {
  parseEnvironment,
  parseIdMap,
  parseInterfaces,
  parseMounts,
  parseRoutes,
  parseRoutes6,
  parseSocketCount,
  parseStartTime,
  parseStatus,
  parseUnixInodes,
} from "../../../src/adapters/host/parse.ts";
import { parseListening, parseListeningUnix } from "../../../src/adapters/host/parse-listeners.ts";

const none = "0000000000000000";
const status = `Name:\tx\nState:\tS (sleeping)\nPPid:\t41\nTracerPid:\t0\nUid:\t61184\t61184\t61184\t61184\nGid:\t61184\t61184\t61184\t61184\nGroups:\t \nNSpid:\t42\t2\nCapInh:\t${none}\nCapPrm:\t${none}\nCapEff:\t${none}\nCapBnd:\t${none}\nCapAmb:\t${none}\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n`;

test("status of a confined process", () => {
  expect(parseStatus(status)).toEqual({
    uids: [61184, 61184, 61184, 61184],
    gids: [61184, 61184, 61184, 61184],
    groups: [],
    pids: [42, 2],
    parent: 41,
    capabilities: [none, none, none, none, none],
    noNewPrivileges: 1,
    seccomp: 2,
    seccompFilters: 1,
    tracer: 0,
  });
});

test.each(["Uid", "NSpid", "CapAmb", "NoNewPrivs", "Seccomp_filters", "TracerPid"])(
  "status without %s is not understood",
  (field) => {
    const without = status
      .split("\n")
      .filter((line) => !line.startsWith(`${field}:`))
      .join("\n");
    expect(parseStatus(without)).toBeUndefined();
  },
);

test("the name cannot shift the start time", () => {
  const zeros = "0 ".repeat(17);
  expect(parseStartTime(`42 (a) R 1 (b)) S 7 ${zeros}4711 0\n`)).toBe("4711");
  expect(parseStartTime("42 (a) S 7")).toBeUndefined();
});

test("mounts: escapes, optional fields, type after the separator", () => {
  const text =
    "85 46 0:46 /newroot / ro,nosuid - tmpfs tmpfs rw,size=1\n86 85 254:0 /a\\040b /c\\040d rw,nodev shared:3 master:1 - ext4 /dev/x rw\n";
  expect(parseMounts(text)).toEqual([
    { point: "/", options: ["nosuid", "ro"], propagation: [], type: "tmpfs" },
    {
      point: "/c d",
      options: ["nodev", "rw"],
      propagation: ["shared:3", "master:1"],
      type: "ext4",
    },
  ]);
  expect(parseMounts("85 46 0:46 / / ro tmpfs tmpfs rw\n")).toBeUndefined();
});

test("network tables", () => {
  const devices = "Inter-|   Receive\n face |bytes\n    lo:       0       0\n  eth0: 1 2\n";
  expect(parseInterfaces(devices)).toEqual(["lo", "eth0"]);
  expect(parseInterfaces("")).toBeUndefined();
  expect(parseRoutes("Iface\tDestination\n")).toEqual([]);
  expect(parseRoutes("Iface\tDestination\neth0\t00000000\n")).toEqual(["eth0"]);
  expect(parseRoutes("")).toBeUndefined();
  expect(parseRoutes6(`${"00 ".repeat(9)}      lo\n`)).toEqual(["lo"]);
  expect(parseRoutes6("00 lo\n")).toBeUndefined();
  expect(parseSocketCount("  sl  local\n")).toBe(0);
  expect(parseSocketCount("  sl  local\n 0: x\n 1: y\n")).toBe(2);
  expect(parseSocketCount("")).toBeUndefined();
  const unix =
    "Num       RefCount Protocol Flags    Type St Inode Path\n00: 3 0 0 0001 03 24105\n00: 3 0 0 0001 03 24106 /tmp/.X11-unix/X0\n";
  expect(parseUnixInodes(unix)).toEqual(new Set(["24105", "24106"]));
  expect(parseUnixInodes("")).toBeUndefined();
});

test("environment and id maps", () => {
  expect(parseEnvironment("A=1\0B=x=y\0C=\0")).toEqual([
    ["A", "1"],
    ["B", "x=y"],
    ["C", ""],
  ]);
  expect(parseEnvironment("A=1\0nothing\0")).toBeUndefined();
  expect(parseIdMap("     61431      61431          1\n")).toEqual(["61431 61431 1"]);
  expect(parseIdMap("x y z\n")).toBeUndefined();
});

test("who listens: TCP by state and port, unix by flag, abstract by its mark", () => {
  const tcp =
    "  sl  local_address rem_address   st tx_queue\n   0: 0100007F:1770 00000000:0000 0A 0\n   1: 0100007F:B0C2 0100007F:1770 01 0\n";
  expect(parseListening(tcp)).toEqual([6000]);
  expect(parseListening(tcp.replaceAll("0100007F", "0".repeat(32)))).toEqual([6000]);
  expect(parseListening("")).toBeUndefined();
  expect(parseListening("  sl  local\n   0: here 0 0A\n")).toBeUndefined();
  const unix = [
    "Num       RefCount Protocol Flags    Type St Inode Path",
    "0000000000000000: 00000002 00000000 00010000 0001 01 1029 @/tmp/.X11-unix/X0",
    "0000000000000000: 00000002 00000000 00010000 0001 01  1030 /tmp/with space/X0",
    "0000000000000000: 00000003 00000000 00000000 0001 03 1031 @connected",
    "0000000000000000: 00000003 00000000 00000000 0001 03 1032",
  ].join("\n");
  expect(parseListeningUnix(`${unix}\n`)).toEqual({ abstractNames: ["/tmp/.X11-unix/X0"], paths: ["/tmp/with space/X0"] });
  expect(parseListeningUnix("")).toBeUndefined();
  expect(parseListeningUnix(`${unix}\nnot a line\n`)).toBeUndefined();
});
