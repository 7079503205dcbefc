import { machineInput, type MachineInput } from "../../../src/contract/inputs.ts";
import type { MachineOutput } from "../../../src/contract/outputs.ts";
import type { EventBody } from "../../../src/contract/receipt/index.ts";
import { begin, step, type State } from "../../../src/core/index.ts";
import type { Answer } from "../../../src/agent/perform/index.ts";
import { alphabet, type Letter } from "./alphabet.ts";
import type { Scope } from "./policy.ts";

/** An event without its place in a chain. */
export type Bare = { readonly at: number; readonly body: EventBody };
/** One whole run: its answers by name, and all that went in and came out. */
export type Path = { readonly names: readonly string[]; readonly events: readonly Bare[] };

export type Found = { states: number; paths: number; longest: number };

type Node = {
  readonly scope: Scope;
  readonly state: State;
  readonly asked: MachineOutput;
  readonly events: readonly Bare[];
  readonly names: readonly string[];
};

const known = new Set<string>();
/** A letter that no live run could give would prove nothing: each is held against the schema, once. */
const wellFormed = (name: string, input: MachineInput): MachineInput => {
  if (!known.has(name)) machineInput.parse(input);
  known.add(name);
  return input;
};

const opening: MachineOutput = { kind: "observe", purpose: "open", untilUs: 0 };
const startUs = 1000;

const advance = (node: Node, name: string, answer: Answer, us: number): Node => {
  const at = Math.max(node.state.at, startUs) + us;
  const stamped = { ...answer, at, wallMs: 1_796_000_000_000, clock: "ok" } as MachineInput;
  const { state, outputs } = step(node.state, wellFormed(`${node.state.awaiting ?? ""} ${name}`, stamped));
  const last = outputs.at(-1);
  if (last === undefined) throw new Error(`${node.names.join(" > ")} > ${name}: nothing came out, and the run is not over`);
  const events = [...node.events, ...[stamped, ...outputs].map((body): Bare => ({ at, body }))];
  return { ...node, state, asked: last, events, names: [...node.names, name] };
};

const answered = (node: Node, { name, us, answer }: Letter): Node => {
  const at = Math.max(node.state.at, startUs) + us;
  return advance(node, name, answer({ asked: node.asked, at, nth: node.names.length + 1, scope: node.scope }), us);
};

/** The host's signal, at once, or so late that the ceiling of an interruption is passed. */
const cancelled = (node: Node, us: number): Node =>
  advance(node, us === 0 ? "cancelled" : "cancelled late", { kind: "cancelled", abortedAt: Math.max(node.state.at, startUs) }, us);

const isEnding = ({ state }: Node): boolean => state.phase === "ending" || state.phase === "closed";

/** The answer of this name to what is asked, now. */
const named = (node: Node, name: string): Letter => {
  const letter = node.state.awaiting === null ? undefined : alphabet[node.state.awaiting].find((given) => given.name === name);
  if (letter === undefined) throw new Error(`${name} answers no ${node.asked.kind}`);
  return letter;
};

/** From the run's end to its close: no request of the end fails (0), or each does (1). */
const close = (node: Node, choice: 0 | 1, found: Found): Node => {
  let at = node;
  while (at.state.awaiting !== null) {
    const letter = alphabet[at.state.awaiting][choice];
    if (letter === undefined) throw new Error(`there is no answer to ${at.state.awaiting}`);
    at = answered(at, letter);
    found.states += 1;
  }
  return at;
};

/**
 * Walks, after the answers `start`, every sequence of at most `answersMax` more, and from each the run's own end: a run that has not
 * ended is cancelled, without delay at every place, and too late at the last one. Depth first, so that only one path is held.
 */
export const explore = (scope: Scope, start: readonly string[], answersMax: number, visit: (path: Path) => void): Found => {
  const found: Found = { states: 0, paths: 0, longest: 0 };
  const finish = (node: Node): void => {
    for (const choice of [0, 1] as const) {
      const { names, events } = close(node, choice, found);
      found.paths += 1;
      found.longest = Math.max(found.longest, events.length);
      visit({ names, events });
      // How the end itself fails has little to do with how a run came there: after a cancellation it is walked once.
      if (names.includes("cancelled")) return;
    }
  };
  const walk = (node: Node): void => {
    found.states += 1;
    if (isEnding(node)) return finish(node);
    finish(cancelled(node, 0));
    if (node.names.length >= start.length + answersMax) return finish(cancelled(node, 1001));
    const { awaiting } = node.state;
    if (awaiting === null) throw new Error("a run that has not ended waits for something");
    for (const letter of alphabet[awaiting]) walk(answered(node, letter));
  };
  const before: Node = { scope, state: begin(scope.policy, scope.policyDigest), asked: opening, events: [], names: [] };
  walk(start.reduce((node, name) => answered(node, named(node, name)), before));
  return found;
};
