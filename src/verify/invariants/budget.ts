import { bounds } from "../../contract/bounds.js";
import type { Usage } from "../../contract/proposal.js";
import {
  actsAfter,
  allOf,
  before,
  breaches,
  broken,
  lastOf,
  type Entry,
  type Law,
  type Transcript,
  type Violation,
} from "./transcript.js";

/** Tokens that a planner call is charged: what it reported, or the whole reserved ceiling, never nothing. */
export const charge = (usage: Usage, reserved: number): number =>
  usage.report === "reported" ? usage.inputTokens + usage.outputTokens : reserved;

/** Admissions: their number, their pace, and their distance from each other. */
const pace = ({ policy: { limits }, entries }: Transcript): readonly Violation[] => {
  const admitted = allOf(entries, "journal");
  return admitted.flatMap((entry, index) => {
    const last = admitted[index - 1];
    const recent = admitted.slice(0, index).filter(({ at }) => entry.at - at < bounds.rateWindowMs * 1000).length;
    return breaches(
      entry,
      [index >= limits.actionsMax, `it is action ${index + 1}, at most ${limits.actionsMax}`],
      [
        recent >= limits.actionsPerMinuteMax,
        `${recent} actions came in the 60 s before it, at most ${limits.actionsPerMinuteMax} with it`,
      ],
      [
        last !== undefined && entry.at - last.at < limits.actionIntervalMsMin * 1000,
        `it came ${entry.at - (last?.at ?? 0)} us after the last one`,
      ],
    );
  });
};

/** Planner calls: their number, their time, their tokens. A call over its ceiling is the run's last. */
const calls = (transcript: Transcript): readonly Violation[] => {
  const {
    policy: { limits },
    entries,
  } = transcript;
  let tokens = 0;
  const tooMany = allOf(entries, "plan")
    .slice(limits.stepsMax)
    .map((entry) => broken(entry, `more than ${limits.stepsMax} planner calls`));
  const over = allOf(entries, "planned").flatMap((entry) => {
    const { usage } = entry.body.answer;
    tokens += charge(usage, limits.outputTokensPerCallMax);
    const thoughtUs = entry.at - (lastOf(before(entries, entry), "plan")?.at ?? 0);
    const wentOn = actsAfter(transcript, entry) !== undefined;
    return breaches(
      entry,
      [wentOn && tokens > limits.tokensMax, `${tokens} tokens were used, at most ${limits.tokensMax}, and the run went on`],
      [
        wentOn && usage.report === "reported" && usage.outputTokens > limits.outputTokensPerCallMax,
        "one call gave too many output tokens, and the run went on",
      ],
      [wentOn && usage.report === "malformed", "usage was malformed, and the run went on"],
      [wentOn && thoughtUs > limits.thinkingMsMax * 1000, `one call took ${thoughtUs} us, and the run went on`],
    );
  });
  return [...tooMany, ...over];
};

/** Nothing was planned or done when the run's time was up. */
const duration = ({ policy: { limits }, entries }: Transcript): readonly Violation[] => {
  const end = (entries[0]?.at ?? 0) + limits.durationMsMax * 1000;
  const late = (entry: Entry): boolean => entry.at >= end;
  return [
    ...allOf(entries, "plan"),
    ...allOf(entries, "journal"),
    ...allOf(entries, "dispatch"),
    ...allOf(entries, "verifyCompletion"),
  ]
    .filter((entry) => late(entry))
    .map((entry) => broken(entry, `it came when the run's ${limits.durationMsMax} ms were over`));
};

/** The ten ceilings, recomputed from nothing but the events (A7). */
export const budget: Law = (transcript) => [...pace(transcript), ...calls(transcript), ...duration(transcript)];

/** The use that the end states is what the events add up to. */
export const used: Law = ({ policy: { limits }, entries }) =>
  allOf(entries, "end").flatMap((end) => {
    const earlier = before(entries, end);
    const calls = allOf(earlier, "planned");
    const tokens = calls.reduce((sum, { body }) => sum + charge(body.answer.usage, limits.outputTokensPerCallMax), 0);
    const admitted = allOf(earlier, "journal");
    const { used: said } = end.body;
    return breaches(
      end,
      [said.steps !== allOf(earlier, "plan").length, "it says another number of steps"],
      [said.actions !== admitted.length, "it says another number of actions"],
      [
        said.actionsInWindow !== admitted.filter(({ at }) => end.at - at < bounds.rateWindowMs * 1000).length,
        "it says another number of actions in the last 60 s",
      ],
      [said.durationMs !== Math.ceil((end.at - (entries[0]?.at ?? 0)) / 1000), "it says another duration"],
      [said.tokens !== tokens, "it says another number of tokens"],
    );
  });
