import { expect, test } from "vitest";
import { descriptorProblems, kindOf } from "../../../src/adapters/host/checks/descriptors.ts";
import { environmentProblems } from "../../../src/adapters/host/checks/environment.ts";
import { mountProblems } from "../../../src/adapters/host/checks/mounts.ts";
import { digestOf, worst } from "../../../src/adapters/host/fact.ts";

const rules = [
  { point: "/", access: "ro", flags: ["nosuid"], types: ["tmpfs"] },
  { point: "/out", access: "rw", flags: ["nosuid"] },
] as const;

const root = { point: "/", options: ["nosuid", "relatime", "ro"], propagation: [], type: "tmpfs" };
const out = {
  point: "/out",
  options: ["nosuid", "relatime", "rw"],
  propagation: ["master:3"],
  type: "ext4",
};

test.each([
  { name: "exactly the list", mounts: [root, out], want: [] },
  {
    name: "one more",
    mounts: [root, out, { ...out, point: "/home" }],
    want: ["/home is not allowed"],
  },
  { name: "one less", mounts: [root], want: ["/out is not mounted"] },
  { name: "one twice", mounts: [root, out, out], want: ["/out is mounted 2 times"] },
  {
    name: "writable root",
    mounts: [{ ...root, options: ["nosuid", "rw"] }, out],
    want: ["/ lacks ro"],
  },
  { name: "setuid allowed", mounts: [{ ...root, options: ["ro"] }, out], want: ["/ lacks nosuid"] },
  { name: "another type", mounts: [{ ...root, type: "ext4" }, out], want: ["/ is ext4"] },
  {
    name: "shared with the host",
    mounts: [root, { ...out, propagation: ["shared:3"] }],
    want: ["/out is shared:3"],
  },
])("mounts, $name", ({ mounts, want }) => expect(mountProblems(mounts, rules)).toEqual(want));

const unix = new Set(["7"]);
const fd = (number: number, link: string, device?: string, flags = "0100002") => ({
  number,
  link,
  device,
  flags,
});

test.each([
  { link: "/dev/null", device: "1:3", want: "null_device" },
  { link: "/dev/vda", device: "254:0", want: undefined },
  { link: "pipe:[1]", want: "pipe" },
  { link: "socket:[7]", want: "socket_unix" },
  { link: "socket:[8]", want: undefined },
  { link: "anon_inode:[eventfd]", want: "eventfd" },
  { link: "anon_inode:[pidfd]", want: "pidfd" },
  { link: "pidfd:[12]", want: "pidfd" },
  { link: "anon_inode:[io_uring]", want: undefined },
  { link: "/usr/share/fonts/a.ttf", flags: "0100000", want: "file_runtime" },
  { link: "/usr/share/fonts/a.ttf", flags: "0100001", want: undefined },
  { link: "/home/x", flags: "0100000", want: undefined },
])("descriptor $link $flags is $want", ({ link, device, flags, want }) => {
  expect(kindOf(fd(9, link, device, flags), unix)).toBe(want);
});

const allow = {
  fixed: { 0: ["null_device"], 1: ["pipe"] },
  others: ["socket_unix"],
  countMax: 3,
} as const;
const given = [fd(0, "/dev/null", "1:3"), fd(1, "pipe:[1]"), fd(5, "socket:[7]")];

test.each([
  { name: "as given", fds: given, want: [] },
  { name: "one closed", fds: given.slice(1), want: ["descriptor 0 is closed"] },
  {
    name: "a pipe among the others",
    fds: [...given.slice(0, 2), fd(5, "pipe:[2]")],
    want: ["descriptor 5 is pipe:[2]"],
  },
  {
    name: "a terminal as input",
    fds: [fd(0, "/dev/pts/1", "136:1"), ...given.slice(1)],
    want: ["descriptor 0 is /dev/pts/1"],
  },
  { name: "too many", fds: [...given, fd(6, "socket:[7]")], want: ["4 descriptors"] },
])("descriptors, $name", ({ fds, want }) => expect(descriptorProblems(fds, unix, allow)).toEqual(want));

test.each([
  { name: "exact", entries: [["A", "1"]], want: [] },
  {
    name: "one more",
    entries: [
      ["A", "1"],
      ["LD_PRELOAD", "x"],
    ],
    want: ["LD_PRELOAD is not allowed"],
  },
  { name: "one less", entries: [], want: ["A is missing"] },
  { name: "another value", entries: [["A", "2"]], want: ["A has another value"] },
  {
    name: "twice",
    entries: [
      ["A", "1"],
      ["A", "1"],
    ],
    want: ["A is set twice"],
  },
] as { name: string; entries: [string, string][]; want: string[] }[])("environment, $name", ({ entries, want }) => {
  expect(environmentProblems(entries, { exact: { A: "1" } })).toEqual(want);
});

test("wrong outweighs unknown, and no fact at all is no proof", () => {
  expect(worst(["ok", "unknown", "wrong"])).toBe("wrong");
  expect(worst(["ok", "unknown"])).toBe("unknown");
  expect(worst(["ok"])).toBe("ok");
  expect(worst([])).toBe("unknown");
});

test("a digest does not depend on the order in which the kernel lists things", () => {
  expect(digestOf(["b", "a"])).toBe(digestOf(["a", "b"]));
  expect(digestOf(["a,b"])).not.toBe(digestOf(["a", "b"]));
});
