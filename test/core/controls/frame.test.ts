import { expect, test } from "vitest";
import { frame as control, stillness } from "../../../src/core/controls/frame.ts";
import { facts, frame, policy } from "./facts.ts";

const fresh = (changed: Parameters<typeof frame>[0] = {}) =>
  frame({ id: 2, comparedTo: 1, equal: true, capturedAtUs: 1_390_000, ...changed });
const maxUs = policy().limits.frameAgeMsMax * 1000;

test.each([
  { name: "same pixels, young", given: { fresh: fresh() }, want: [] },
  { name: "one byte differs", given: { fresh: fresh({ equal: false }) }, want: ["frame_changed"] },
  { name: "exactly at the age ceiling", given: { at: 1_000_000 + maxUs, fresh: fresh() }, want: [] },
  { name: "one microsecond over", given: { at: 1_000_001 + maxUs, fresh: fresh() }, want: ["frame_too_old"] },
  { name: "over, but a person took that long", given: { at: 1_000_001 + maxUs, pendingUs: 1, fresh: fresh() }, want: [] },
  {
    name: "the fresh frame itself is over",
    given: { at: 1_390_001 + maxUs, pendingUs: maxUs, fresh: fresh() },
    want: ["frame_too_old"],
  },
  {
    name: "both wrong: both reported",
    given: { at: 1_000_001 + maxUs, fresh: fresh({ equal: false }) },
    want: ["frame_changed", "frame_too_old"],
  },
  { name: "no fresh frame", given: { fresh: undefined }, want: ["frame_unknown"] },
  { name: "no planned frame", given: { planFrame: undefined }, want: ["frame_unknown"] },
  { name: "not compared", given: { fresh: fresh({ equal: null }) }, want: ["frame_unknown"] },
  { name: "compared with another frame", given: { fresh: fresh({ comparedTo: 7 }) }, want: ["frame_unknown"] },
  { name: "the planned frame handed out again", given: { fresh: fresh({ id: 1 }) }, want: ["frame_unknown"] },
  { name: "taken before the planned one", given: { fresh: fresh({ capturedAtUs: 999_999 }) }, want: ["frame_unknown"] },
  { name: "taken in the future", given: { fresh: fresh({ capturedAtUs: 1_400_001 }) }, want: ["frame_unknown"] },
])("$name", ({ given, want }) => expect(control(facts(given))).toEqual(want));

test.each([
  { name: "at rest", unsettled: "refuse" as const, settled: true, want: [] },
  { name: "moving, and the policy refuses that", unsettled: "refuse" as const, settled: false, want: ["frame_unsettled"] },
  { name: "moving, and the policy allows that", unsettled: "allow" as const, settled: false, want: [] },
])("$name", ({ unsettled, settled, want }) => {
  expect(stillness(facts({ policy: policy({ frame: { ...policy().frame, unsettled } }), fresh: frame({ settled }) }))).toEqual(
    want,
  );
});
test("no frame at all", () => expect(stillness(facts({ fresh: undefined }))).toEqual(["frame_unknown"]));
