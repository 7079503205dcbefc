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

const captureFault = (fault: "native_failed" | "x_connection_lost" | "native_panic") => async (): Promise<never> => {
  throw new NativeError(fault, "simulated");
};

export const dispatches: readonly Gremlin[] = [
  ...outcomes.map((outcome) => answers(`the executor answers ${outcome}`, () => ({ outcome }))),
  answers("a key that is down already", () => differs("modifiers")),
  answers("another keymap", () => differs("keymap")),
  answers("any difference under the grab", (rng) => differs(rng.pick(difference.options))),
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
