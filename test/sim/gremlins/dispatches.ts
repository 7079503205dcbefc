import { difference, type Difference, type DispatchOutcome } from "../../../src/contract/dispatch.ts";
import { NativeError } from "../../../src/contract/errors.ts";
import type { FrameFacts } from "../../../src/contract/observation.ts";
import type { CaptureRequest } from "../../../src/agent/ports.ts";
import type { Gremlin } from "../sim.ts";
import type { Random } from "../random.ts";
import { replaceCall } from "./replace.ts";

const outcomes = [
  "primitive_spent",
  "grab_pierced",
  "input_grabbed",
  "misdelivered",
  "delivery_unknown",
  "paste_hijacked",
  "outcome_unknown",
  "text_unrepresentable",
] as const;

const answers = (name: string, outcome: (rng: Random) => DispatchOutcome): Gremlin => ({
  name,
  install: ({ rng, desktop }) => {
    const usual = desktop.dispatch.bind(desktop);
    desktop.dispatch = replaceCall(usual, rng.int(0, 1), async (action) => {
      desktop.outcomes.unshift(outcome(rng));
      return usual(action);
    });
  },
});

const differs = (name: Difference): DispatchOutcome => ({ outcome: "precondition_failed", differences: [name] });

type Partial = Extract<DispatchOutcome, { outcome: "partial" }>;
const halves = ["grab_pierced", "input_grabbed", "misdelivered", "delivery_unknown", "outcome_unknown"] as const;

const stoppedBy = (rng: Random): Partial["stoppedBy"] =>
  rng.chance(0.5) ? { outcome: rng.pick(halves) } : { outcome: "precondition_failed", differences: [rng.pick(difference.options)] };

/** An action of several segments that ends half-way, for any reason. */
const halfWay: Gremlin = {
  name: "a text that ends half-way",
  install: ({ rng, desktop, tricks }) => {
    tricks.push(() => [{ type: "type", text: "a text in segments" }]);
    const segments = rng.int(2, 60);
    const outcome: Partial = {
      outcome: "partial",
      segments,
      segmentsSent: rng.int(1, segments - 1),
      eventsSent: rng.int(1, 100),
      stoppedBy: stoppedBy(rng),
    };
    const usual = desktop.dispatch.bind(desktop);
    desktop.dispatch = async (action) => {
      if (action.admission.action.type === "type" && desktop.outcomes.length === 0) desktop.outcomes.push(outcome);
      desktop.dispatch = usual;
      const answer = await usual(action);
      // Where another gremlin has answered before, this one has nothing to say any more.
      desktop.outcomes.splice(0);
      return answer;
    };
  },
};

const captureFault = (fault: "native_failed" | "x_connection_lost" | "native_panic") => async (): Promise<never> => {
  throw new NativeError(fault, "simulated");
};

export const dispatches: readonly Gremlin[] = [
  ...outcomes.map((outcome) => answers(`the executor answers ${outcome}`, () => ({ outcome }))),
  answers("a key that is down already", () => differs("modifiers")),
  answers("another keymap", () => differs("keymap")),
  answers("any differences under the grab", (rng) => ({
    outcome: "precondition_failed",
    differences: [rng.pick(difference.options), ...(rng.chance(0.5) ? [rng.pick(difference.options)] : [])],
  })),
  halfWay,
  {
    name: "a capture that fails",
    install: ({ rng, desktop }) => {
      desktop.capture = replaceCall(desktop.capture.bind(desktop), rng.int(0, 5), captureFault("native_failed"));
    },
  },
  {
    name: "a connection that is lost",
    install: ({ rng, desktop }) => {
      desktop.capture = replaceCall(
        desktop.capture.bind(desktop),
        rng.int(0, 5),
        captureFault(rng.pick(["x_connection_lost", "native_panic"])),
      );
    },
  },
  {
    name: "a screen that changes by itself",
    install: ({ desktop }) => {
      desktop.restless = 0.3;
    },
  },
  {
    name: "a screen that does not rest",
    install: (sim) => {
      sim.policy = { ...sim.policy, frame: { ...sim.policy.frame, unsettled: "refuse" } };
      sim.desktop.unsettled = 0.3;
    },
  },
  {
    name: "an old frame handed out as fresh",
    install: ({ desktop }) => {
      const usual = desktop.capture.bind(desktop);
      desktop.capture = async (request: CaptureRequest): Promise<FrameFacts> => {
        const frame = await usual(request);
        return request.settle === undefined && request.compareTo !== null ? { ...frame, id: request.compareTo } : frame;
      };
    },
  },
];
