import { expect, test } from "vitest";
import { parsePolicy } from "../../src/contract/policy.ts";
import { fakePolicy } from "../../src/agent/testing/index.ts";

type Data = unknown;

/** The fake policy with one field set, by its path; `undefined` takes the field away. */
const withField = (path: string, value: unknown): unknown => {
  const copy = structuredClone(fakePolicy()) as Record<string, Data>;
  const keys = path.split(".");
  const holder = keys.slice(0, -1).reduce<Record<string, Data>>((inner, key) => inner[key] as Record<string, Data>, copy);
  const last = keys.at(-1) ?? "";
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
};
const problems = (policy: unknown): readonly string[] => {
  const parsed = parsePolicy(policy);
  return parsed.ok ? [] : parsed.problems;
};
const tuple = fakePolicy().windows[0];
const originRule = "an origin is scheme://host[:port] in lower case, without path, userinfo or wildcard";

test("the fake policy is valid, and a valid policy comes back as it was", () => {
  expect(parsePolicy(fakePolicy())).toEqual({ ok: true, policy: fakePolicy() });
});

test.each([
  { field: "policyVersion", value: 2, says: "policy: policyVersion is 2; it must be 1" },
  { field: "extra", value: true, says: "policy: extra is no field of this version; remove it" },
  { field: "limits.retriesMax", value: 3, says: "policy: limits.retriesMax is no field of this version; remove it" },
  { field: "constructor", value: {}, says: "policy: constructor is no field of this version; remove it" },
  {
    field: "runId",
    value: "../x",
    says: 'policy: runId is "../x"; an identifier starts with a letter or digit and has at most 64 of A-Z a-z 0-9 . _ : @ -',
  },
  {
    field: "notAfter",
    value: "2030-02-30T00:00:00Z",
    says: 'policy: notAfter is "2030-02-30T00:00:00Z"; it must be a UTC time in whole seconds, like 2026-12-01T08:00:00Z',
  },
  { field: "notAfter", value: undefined, says: "policy: notAfter is missing; nothing has a default, so name it" },
  {
    field: "files.read",
    value: [{ path: "/task/*", kind: "file" }],
    says: 'policy: files.read[0].path is "/task/*"; a path has no wildcard; each file is named exactly',
  },
  {
    field: "files.read",
    value: [{ path: "task/in", kind: "file" }],
    says: 'policy: files.read[0].path is "task/in"; a path is absolute',
  },
  {
    field: "files.read",
    value: [{ path: "/task/../etc", kind: "file" }],
    says: `policy: files.read[0].path is "/task/../etc"; a path has no empty part, no '.' and no '..'`,
  },
  {
    field: "files.read",
    value: [{ path: "/task/out/", kind: "directory" }],
    says: `policy: files.read[0].path is "/task/out/"; a path has no empty part, no '.' and no '..'`,
  },
  {
    field: "outputs",
    value: [{ path: "/etc/passwd", class: "public" }],
    says: 'policy: outputs[0].path is "/etc/passwd"; a public output lies inside files.write',
  },
  ...["HTTPS://a.example", "https://a.example/", "https://*.example", "https://me@a.example", "ftp://a.example", "a.example"].map(
    (value) => ({
      field: "network.origins",
      value: [value],
      says: `policy: network.origins[0] is "${value}"; ${originRule}`,
    }),
  ),
  {
    field: "network.origins",
    value: ["https://a.example:443"],
    says: 'policy: network.origins[0] is "https://a.example:443"; an origin does not name its default port',
  },
  {
    field: "network.origins",
    value: ["https://a.example:70000"],
    says: 'policy: network.origins[0] is "https://a.example:70000"; a port is at most 65535',
  },
  {
    field: "network.origins",
    value: ["https://ä.example"],
    says: `policy: network.origins[0] is "https://\\u00e4.example"; ${originRule}`,
  },
  { field: "limits.stepsMax", value: 0, says: "policy: limits.stepsMax is 0; the least is 1" },
  { field: "limits.stepsMax", value: 1e12, says: "policy: limits.stepsMax is 1000000000000; the greatest is 100000" },
  { field: "limits.tokensMax", value: 1.5, says: "policy: limits.tokensMax is 1.5; it must be a whole number" },
  {
    field: "limits.tokensMax",
    value: Number.POSITIVE_INFINITY,
    says: "policy: limits.tokensMax is Infinity; it must be of type number",
  },
  { field: "limits.tokensMax", value: "many", says: 'policy: limits.tokensMax is "many"; it must be of type number' },
  {
    field: "limits.interruptMsMax",
    value: undefined,
    says: "policy: limits.interruptMsMax is missing; nothing has a default, so name it",
  },
  {
    field: "windows",
    value: [tuple, { ...tuple, title: "Other" }],
    says: "policy: windows does not fit: a window id is listed once",
  },
  {
    field: "windows",
    value: [{ ...tuple, title: "a\nb" }],
    says: 'policy: windows[0].title is "a\\nb"; a title is one line without control characters; copy it exactly as the window shows it',
  },
  {
    field: "windows",
    value: [{ ...tuple, title: "\ud800" }],
    says: 'policy: windows[0].title is "\\ud800"; a title is well-formed Unicode',
  },
  {
    field: "windows",
    value: [{ ...tuple, title: "Inv\u202eoice\n" }],
    says: 'policy: windows[0].title is "Inv\\u202eoice\\n"; a title is one line without control characters; copy it exactly as the window shows it',
  },
  {
    field: "windows",
    value: [{ ...tuple, application: "/app/other" }],
    says: `policy: windows[0].application is "/app/other"; a window's application is one of applications[].path`,
  },
  { field: "actions", value: ["click", "click"], says: "policy: actions does not fit: the same entry stands in actions twice" },
  { field: "popups", value: "allow", says: 'policy: popups is "allow"; it must be one of "deny", "same-client"' },
  { field: "completion.requiredChecks", value: [], says: "policy: completion.requiredChecks has 0 entries; the least is 1" },
  {
    field: "frame.settle",
    value: { quietMs: 100, maxMs: 50 },
    says: "policy: frame.settle does not fit: quietMs is at most maxMs",
  },
  {
    field: "frame.ignore",
    value: Array.from({ length: 9 }, (_, x) => ({ x, y: 0, width: 1, height: 1 })),
    says: "policy: frame.ignore has 9 entries; the greatest is 8",
  },
])("$field = $value: $says", ({ field, value, says }) => {
  expect(problems(withField(field, value))).toEqual([says]);
});

test.each([
  { name: "null", value: null, says: "policy: the whole is null; it must be of type object" },
  { name: "a function", value: () => undefined, says: "policy: the whole: a function is not JSON" },
  {
    name: "a getter that throws",
    value: {
      ...fakePolicy(),
      get runId(): string {
        throw new Error("x");
      },
    },
    says: "policy: runId: reading it failed; give a plain value, not a getter or proxy",
  },
  {
    name: "a proxy that throws",
    value: new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("x");
        },
      },
    ),
    says: "policy: the whole: it could not be read",
  },
  {
    name: "a field named __proto__",
    value: JSON.parse(JSON.stringify(fakePolicy()).replace("{", '{"__proto__":{},')) as unknown,
    says: "policy: __proto__ is no field of this version; remove it",
  },
  {
    name: "a list of ten thousand",
    value: { ...fakePolicy(), actions: Array.from({ length: 10_000 }, () => "click") },
    says: "policy: actions: the list has 10000 entries; at most 256 are read",
  },
  {
    name: "more than 64 KiB",
    value: { ...fakePolicy(), runId: "x".repeat(70_000) },
    says: /^policy: it has 7\d{4} characters as JSON; the greatest is 65536$/,
  },
])("$name is refused in words, not by a crash", ({ value, says }) => {
  expect(problems(value)).toEqual([typeof says === "string" ? says : expect.stringMatching(says)]);
});

test("a cycle is refused", () => {
  const loop: Record<string, unknown> = { ...fakePolicy() };
  loop["frame"] = loop;
  expect(problems(loop)[0]).toContain("nested deeper than 16 levels");
});

test("what a prototype lends is not there", () => {
  const { policyVersion, ...rest } = fakePolicy();
  expect(problems(Object.assign(Object.create({ policyVersion }) as object, rest))).toEqual([
    "policy: policyVersion is missing; nothing has a default, so name it",
  ]);
});

test("a getter is read once, so the value that was checked is the value that is used", () => {
  let reads = 0;
  const parsed = parsePolicy({
    ...fakePolicy(),
    get runId() {
      return (reads += 1) === 1 ? "first" : "../second";
    },
  });
  expect([parsed.ok ? parsed.policy.runId : "", reads]).toEqual(["first", 1]);
});
