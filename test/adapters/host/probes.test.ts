import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { probeTable } from "../../../src/adapters/host/probe-table.ts";
import { judgeProbes } from "../../../src/adapters/host/probes.ts";

const line = (name: string, errno: string, control?: string) => ({
  event: "probe",
  name,
  errno,
  ...(control === undefined ? {} : { control }),
});

const rules = Object.entries(probeTable);
const inside = rules.map(([name, { expected }]) => line(name, expected[0] ?? "", "0"));
const outside = rules.filter(([, { control }]) => control === "outside").map(([name]) => line(name, "0"));
const replace = (lines: typeof inside, name: string, errno: string, control = "0") =>
  lines.map((one) => (one.name === name ? line(name, errno, control) : one));
const of = (report: ReturnType<typeof judgeProbes>, name: string) => report.outcomes.find((outcome) => outcome.name === name);

test("everything as it should be, with every control", () => {
  const report = judgeProbes(inside, outside, "x64");
  expect(report).toMatchObject({ verdict: "ok", allowedCount: 2, unexpectedNames: [] });
  expect(report.refusedCount).toBe(rules.length - 2);
  expect(report.controlsPassedCount).toBe(rules.length);
});

test.each([
  {
    name: "a refusal that was none",
    lines: replace(inside, "net_vsock", "0"),
    probe: "net_vsock",
    verdict: "wrong",
  },
  {
    name: "an unknown errno",
    lines: replace(inside, "net_vsock", "EAFNOSUPPORT"),
    probe: "net_vsock",
    verdict: "unknown",
  },
  {
    name: "a time-out",
    lines: replace(inside, "net_vsock", "timeout"),
    probe: "net_vsock",
    verdict: "unknown",
  },
  {
    name: "a control that failed",
    lines: replace(inside, "net_vsock", "EPERM", "EPERM"),
    probe: "net_vsock",
    verdict: "unknown",
  },
  {
    name: "a probe that did not run",
    lines: inside.filter((one) => one.name !== "net_vsock"),
    probe: "net_vsock",
    verdict: "unknown",
  },
  {
    name: "a probe that was reported twice",
    lines: [...inside, line("net_vsock", "EPERM", "0")],
    probe: "net_vsock",
    verdict: "unknown",
  },
  {
    name: "output that cannot be written",
    lines: replace(inside, "files_output_create", "EROFS"),
    probe: "files_output_create",
    verdict: "unknown",
  },
])("$name: $verdict", ({ lines, probe, verdict }) => {
  const report = judgeProbes(lines, outside, "x64");
  expect(report.verdict).toBe(verdict);
  expect(of(report, probe)?.verdict).toBe(verdict);
  expect(report.outcomes.filter((outcome) => outcome.verdict !== "ok")).toHaveLength(1);
});

test("no control from outside: unknown", () => {
  const report = judgeProbes(inside, [], "x64");
  expect(report.verdict).toBe("unknown");
  expect(of(report, "files_unmounted_read")).toMatchObject({
    control: { where: "outside", errno: "not_run" },
    verdict: "unknown",
  });
});

test("a name that the table does not know: unknown", () => {
  expect(judgeProbes([...inside, line("files_new", "EROFS", "0")], outside, "x64")).toMatchObject({
    verdict: "unknown",
    unexpectedNames: ["files_new"],
  });
});

/** The probe program's own lists: a probe without a rule, or a rule without a probe, cannot be. */
test("the table and the program name the same probes, and the same controls", () => {
  const folder = new URL("../../../fixtures/probe/", import.meta.url);
  const text = readdirSync(folder)
    .filter((name) => name.endsWith(".c"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("");
  const listed = [...text.matchAll(/^ {4}\{"(\w+)", \w+, \w+, ([01])\},$/gm)].map(([, name, outsideToo]) => [
    name,
    outsideToo === "1" ? "outside" : "inside",
  ]);
  expect(listed.length).toBeGreaterThanOrEqual(40);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(rules.map(([name, { control }]) => [name, control])));
});
