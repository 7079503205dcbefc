import type { Logger } from "pino";
import type { AgentEvent } from "../../agent/index.js";

/**
 * Writes a run's events to the host's own pino logger, one line each. An event has no text, title, path or pixel in its type, so
 * there is nothing to redact; fields are copied by name all the same, so that a field added one day is not logged unasked.
 */
export const logTo = (logger: Logger) => {
  const children = new Map<string, Logger>();
  return (event: AgentEvent): void => {
    const child = children.get(event.runId) ?? logger.child({ runId: event.runId });
    children.set(event.runId, child);
    const { type, seq, at } = event;
    const base = { type, seq, at };
    switch (event.type) {
      case "action.refused":
        child.warn({ ...base, codes: event.codes, replan: event.replan, unexecuted: event.unexecuted });
        break;
      case "action.dispatched":
        child.info({ ...base, outcome: event.outcome, grabUs: event.grabUs });
        break;
      case "run.ended":
        child.info({ ...base, status: event.status, codes: event.codes, used: event.used });
        children.delete(event.runId);
        break;
      case "budget.updated":
        child.debug({ ...base, used: event.used });
        break;
      case "decision.requested":
      case "decision.made":
        child.info({ ...base, about: event.about });
        break;
      case "run.started":
      case "frame.captured":
      case "proposal.received":
      case "action.previewed":
      case "action.admitted":
      case "completion.checked":
        child.debug(base);
        break;
    }
  };
};
