import { expect, test } from "vitest";
import { fakePolicy, fakeWorld } from "../../../src/agent/testing/index.ts";
import { bounds, primitiveMax } from "../../../src/contract/bounds.ts";
import { failingExamples, policyDigest } from "../../../src/core/index.ts";
import { sealAction, sealCompletion, sealObservation, sealSurplus, sealUsage } from "../../../src/core/seal/index.ts";
import { describeText, utf8Length } from "../../../src/core/seal/text.ts";

// Each bound at its very edge: found wanting by mutation testing.

test.each([
  ["", 0],
  ["\u0001", 1],
  ["\u007f", 1],
  ["\u0080", 2],
  ["\u07ff", 2],
  ["\u0800", 3],
  ["\uffff", 3],
  ["\u{10000}", 4],
  ["a\u00e9\u20ac\u{1f600}", 10],
])("%j has %i bytes, as the encoder says", (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
  expect(new TextEncoder().encode(text)).toHaveLength(bytes);
});

test.each<["type" | "paste" | "key", string, boolean]>([
  ["type", "a".repeat(primitiveMax.typeChars), true],
  ["type", "\u{1f600}".repeat(primitiveMax.typeChars), true],
  ["type", "a".repeat(primitiveMax.typeChars + 1), false],
  ["type", "\n".repeat(primitiveMax.typeBreaks), true],
  ["type", "\t".repeat(primitiveMax.typeBreaks + 1), false],
  ["paste", "a".repeat(primitiveMax.pasteBytes), true],
  ["paste", "a".repeat(primitiveMax.pasteBytes + 1), false],
  ["paste", "\u00e9".repeat(primitiveMax.pasteBytes / 2 + 1), false],
])("to %s a text of a certain length", (way, text, within) => {
  expect(describeText(text, way).withinBound).toBe(within);
});

test("usage is whole up to its bound", () => {
  const of = (inputTokens: number) => sealUsage({ inputTokens, outputTokens: 0 }).report;
  expect([of(bounds.usageTokensMax), of(bounds.usageTokensMax + 1)]).toEqual(["reported", "malformed"]);
  expect(sealUsage("many")).toEqual({ report: "malformed" });
});

const named = { class: "external", origins: ["https://a.example"], reads: [], writes: ["/task/out/a"], complete: true } as const;
test("a surplus is what was not named, counted", () => {
  const given = { ...named, origins: [...named.origins], reads: [], writes: [...named.writes] };
  expect(sealSurplus({ origins: ["https://a.example"], writes: ["/task/out/a"] }, given)).toEqual({ origins: 0, writes: 0 });
  expect(
    sealSurplus({ origins: ["https://a.example", "https://b.example"], writes: ["/task/out/a", "/task/out/b", "/x"] }, given),
  ).toEqual({ origins: 1, writes: 2 });
});

test("of a verifier's outputs only public ones with a whole SHA-256 are kept", () => {
  const policy = fakePolicy();
  const [output] = policy.outputs;
  if (output === undefined) throw new Error("the fake policy has no public output");
  const digest = "a".repeat(64);
  const outputs = [
    { path: output.path, sha256: digest },
    { path: "/task/out/other", sha256: digest },
    { path: output.path, sha256: `${digest}0` },
    { path: output.path, sha256: `0${digest}` },
  ];
  const sealed = sealCompletion({ verifier: "file-verifier", checks: [], outputs }, policy);
  expect(sealed.outputs).toEqual([{ output: 0, sha256: digest }]);
  const evidence = (evidenceDigest: string) =>
    sealCompletion({ verifier: "x", checks: [{ name: "result", passed: true, evidenceDigest }], outputs: [] }, policy).checks[0]
      ?.evidenceDigest;
  expect([evidence(digest), evidence(`${digest}0`), evidence(`0${digest}`)]).toEqual([digest, null, null]);
});

const example = { name: "one", action: "click" as const, origins: [], reads: [], writes: ["/task/out/result.txt"] };
test.each([
  ["admitted as it says", { ...example, expect: { admit: true as const } }, []],
  ["said to be refused, and is not", { ...example, expect: { refuse: ["write_not_allowed"] } }, ["one"]],
  ["refused as it says", { ...example, writes: ["/etc/x"], expect: { refuse: ["write_not_allowed"] } }, []],
  ["refused for another reason", { ...example, writes: ["/etc/x"], expect: { refuse: ["read_not_allowed"] } }, ["one"]],
  [
    "refused for one reason more",
    { ...example, writes: ["/etc/x"], reads: ["/etc/y"], expect: { refuse: ["write_not_allowed"] } },
    ["one"],
  ],
  ["said to be admitted, and is not", { ...example, writes: ["/etc/x"], expect: { admit: true as const } }, ["one"]],
])("an example that is %s", (_, given, failing) => {
  const policy = fakePolicy({ examples: [given] as never });
  expect(failingExamples(policy, policyDigest(policy))).toEqual(failing);
});

test("a policy without examples has none that fails", () => {
  expect(failingExamples(fakePolicy(), policyDigest(fakePolicy()))).toEqual([]);
});

test("sealed points: in range, left out or the same, each by itself, in both spaces and along a path", () => {
  const ignore = [{ x: 140, y: 140, width: 10, height: 10 }];
  const policy = fakePolicy({ points: "sealed", frame: { ...fakePolicy().frame, ignore } });
  const observation = sealObservation(policy, fakeWorld().observation, () => "0".repeat(64));
  const geometry = observation.target.state === "viewable" ? observation.target.geometry : { x: 0, y: 0, width: 0, height: 0 };
  const place = { policy, observation, turn: 0, index: 0, commit: () => "0".repeat(64) };
  const sealed = (x: number, y: number, space: "display" | "window", before?: { x: number; y: number }) => {
    const previous =
      before === undefined
        ? undefined
        : ({ type: "pointer_move", point: { ...before, space } } as Parameters<typeof sealAction>[0]);
    const { point } = sealAction({ type: "pointer_move", point: { x, y, space } }, { ...place, previous }) as unknown as {
      point: { inRange: boolean; inIgnored: boolean; sameAsPrevious: boolean };
    };
    return [point.inRange, point.inIgnored, point.sameAsPrevious];
  };
  const { width, height } = observation.display;
  expect(sealed(0, 0, "display")).toEqual([true, false, false]);
  expect(sealed(width - 1, height - 1, "display")).toEqual([true, false, false]);
  expect(sealed(width, 0, "display")).toEqual([false, false, false]);
  expect(sealed(145, 145, "display")).toEqual([true, true, false]);
  expect(sealed(145 - geometry.x, 145 - geometry.y, "window")).toEqual([true, true, false]);
  expect(sealed(geometry.width - 1, geometry.height - 1, "window")).toEqual([true, false, false]);
  expect(sealed(geometry.width, 0, "window")).toEqual([false, false, false]);
  expect(sealed(5, 5, "display", { x: 5, y: 5 })).toEqual([true, false, true]);
  expect(sealed(5, 5, "display", { x: 5, y: 6 })).toEqual([true, false, false]);
  const path = [
    { x: 1, y: 1, space: "display" as const },
    { x: 145, y: 145, space: "display" as const },
  ];
  const drag = { type: "drag", path, button: "left", durationMs: 10, modifiers: [] } as unknown as Parameters<typeof sealAction>[0];
  const again = sealAction(drag, { ...place, previous: { ...drag, path: [path[0], { x: 9, y: 9, space: "display" }] } as never });
  expect(again).toMatchObject({
    path: [
      { inRange: true, inIgnored: false, sameAsPrevious: true },
      { inRange: true, inIgnored: true, sameAsPrevious: false },
    ],
  });
});
