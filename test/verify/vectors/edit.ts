import type { RunRecord } from "../../../src/agent/ports.ts";
import type { ReceiptEvent } from "../../../src/contract/receipt/index.ts";
import { eventsOf, receiptOf, rechained } from "../receipts.ts";
import { consistent } from "./consistent.ts";
import { echo, type Vector } from "./vector.ts";

export type Body = ReceiptEvent["body"];
export type Edit = (events: ReceiptEvent[]) => ReceiptEvent[] | void;

/** Makes the receipt of an edited run. The machine is made to agree, so that nothing but laws and clock is left to object. */
export const lawful =
  (base: () => Promise<RunRecord>, edit: Edit): Vector["make"] =>
  async () => {
    const record = await base();
    const events = structuredClone(eventsOf(record));
    const edited = consistent(edit(events) ?? events);
    return { files: receiptOf(rechained(record, edited)).files, options: { machines: echo(edited) } };
  };

/** The same under the real machine. */
export const replayed =
  (base: () => Promise<RunRecord>, edit: Edit): Vector["make"] =>
  async () => {
    const { files } = await lawful(base, edit)();
    return { files };
  };

export type Of<K extends Body["kind"]> = Extract<Body, { kind: K }>;
export const all = <K extends Body["kind"]>(events: readonly ReceiptEvent[], kind: K): Of<K>[] =>
  events.flatMap(({ body }) => (body.kind === kind ? [body as Of<K>] : []));

/** Edits every body of one kind. */
export const each =
  <K extends Body["kind"]>(kind: K, edit: (body: Of<K>, index: number) => void): Edit =>
  (events) =>
    all(events, kind).forEach((body, index) => edit(body, index));
export const drop =
  (...kinds: readonly Body["kind"][]): Edit =>
  (events) =>
    events.filter(({ body }) => !kinds.includes(body.kind));

/** Bodies of the captures made for one purpose. */
export const capturedFor = (events: readonly ReceiptEvent[], purpose: "plan" | "admit" | "complete"): Of<"captured">[] => {
  let asked = "";
  return events.flatMap(({ body }) => {
    if (body.kind === "capture") asked = body.purpose;
    return body.kind === "captured" && asked === purpose ? [body] : [];
  });
};
export const fresh =
  (edit: (captured: Of<"captured">) => void): Edit =>
  (events) =>
    capturedFor(events, "admit").forEach((body) => edit(body));

/** Wherever the action stands: in the proposal, its preview, its admission. */
export const actions = (events: readonly ReceiptEvent[], edit: (action: Of<"journal">["admission"]["action"]) => void): void => {
  for (const { body } of events) {
    if (body.kind === "planned")
      for (const proposal of body.answer.proposals) if (proposal.form === "action") edit(proposal.action);
    if (body.kind === "previewAction") edit(body.preview.action);
    if (body.kind === "journal" || body.kind === "dispatch") edit(body.admission.action);
  }
};
export const effects = (events: readonly ReceiptEvent[], edit: (effects: Of<"resolved">["effects"]) => void): void => {
  for (const { body } of events) {
    if (body.kind === "resolved") edit(body.effects);
    if (body.kind === "previewAction") edit(body.preview.effects);
  }
};

export const law = (check: Vector["check"], when: string, base: () => Promise<RunRecord>, edit: Edit): Vector => ({
  check,
  when,
  make: lawful(base, edit),
});
