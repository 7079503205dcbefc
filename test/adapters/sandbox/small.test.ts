import { expect, test } from "vitest";
import { authorityFile } from "../../../src/adapters/sandbox/cookie.ts";
import { chooseIdentity } from "../../../src/adapters/sandbox/identity.ts";
import { parseStatus } from "../../../src/adapters/sandbox/sandboxed.ts";
import { classify } from "../../../src/adapters/sandbox/unavailable.ts";

test("the authority file: FamilyWild, no address, no display, the protocol's name, 16 bytes", () => {
  const cookie = Uint8Array.from({ length: 16 }, (_, index) => index);
  const bytes = Buffer.from(authorityFile(cookie));
  expect(bytes.toString("hex")).toBe(
    `ffff000000000012${Buffer.from("MIT-MAGIC-COOKIE-1").toString("hex")}0010${Buffer.from(cookie).toString("hex")}`,
  );
});

test("root without a uid gets an unused one of the dynamic range, another one each time or nearly so", () => {
  const chosen = Array.from({ length: 20 }, () => chooseIdentity(undefined, 0)?.uid ?? 0);
  expect(chosen.every((uid) => uid >= 61_184 && uid <= 65_519)).toBe(true);
  expect(new Set(chosen).size).toBeGreaterThan(10);
});

test.each([
  { name: "root names 0", requested: 0, own: 0 },
  { name: "root names a negative one", requested: -1, own: 0 },
  { name: "an ordinary user names another", requested: 1001, own: 1000 },
])("$name: refused", ({ requested, own }) => {
  expect(() => chooseIdentity(requested, own)).toThrow(expect.objectContaining({ code: "spec_refused" }));
});

test.each([
  { name: "root names one", requested: 1234, own: 0, want: { uid: 1234, gid: 1234 } },
  { name: "an ordinary user stays", requested: undefined, own: 1000, want: undefined },
  { name: "an ordinary user names itself", requested: 1000, own: 1000, want: undefined },
])("$name", ({ requested, own, want }) => expect(chooseIdentity(requested, own)).toEqual(want));

const open = { apparmorRestrict: undefined, usernsClone: undefined, usernsMax: "1000" };

test.each([
  { line: "bwrap: Unknown option --disable-userns", kernel: open, reason: "bubblewrap_too_old" },
  {
    line: "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
    kernel: { ...open, usernsMax: "0" },
    reason: "userns_disabled",
  },
  {
    line: "bwrap: No permissions to creating new namespace",
    kernel: { ...open, usernsClone: "0" },
    reason: "userns_disabled",
  },
  {
    line: "bwrap: setting up uid map: Permission denied",
    kernel: { ...open, apparmorRestrict: "1" },
    reason: "userns_restricted_apparmor",
  },
  {
    line: "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
    kernel: { ...open, apparmorRestrict: "1" },
    reason: "userns_restricted_apparmor",
  },
  {
    line: "bwrap: Creating new namespace failed: Operation not permitted",
    kernel: open,
    reason: "userns_denied",
  },
  {
    line: "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
    kernel: { ...open, usernsMax: "1" },
    reason: "userns_disabled",
  },
  {
    line: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    kernel: open,
    reason: "proc_masked",
  },
  {
    line: "bwrap: prctl(PR_SET_SECCOMP): Invalid argument",
    kernel: open,
    reason: "seccomp_missing",
  },
  {
    line: "bwrap: Can't find source path /x: No such file or directory",
    kernel: open,
    reason: "bubblewrap_failed",
  },
])("$line: $reason", ({ line, kernel, reason }) => {
  const detail = classify(["Gtk-WARNING: something", line], kernel);
  expect(detail).toMatchObject({ reason, cause: line });
  expect(detail.fix.length).toBeGreaterThan(10);
});

test("bubblewrap's status: pid and namespaces, and nothing where it was ended in the middle of its line", () => {
  const line = '{ "child-pid": 42, "net-namespace": 4026531840, "exit-code": 0 }';
  expect(parseStatus(line)).toEqual({ reaperPid: 42, namespaces: { net: 4026531840 } });
  for (let length = 0; length < line.length; length += 1) expect(parseStatus(line.slice(0, length))).toBeUndefined();
  expect(parseStatus('{ "exit-code": 0 }')).toBeUndefined();
});
