import { computerUseRunPolicy, type ComputerUseRunPolicy } from "../contract/policy.js";
import { receiptBytesMax, receiptFiles, statement, type ReceiptEvent, type Statement } from "../contract/receipt/index.js";
import { domainDigest } from "../base/crypto/domain-digest.js";
import { readEvents } from "./form/events.js";
import { readAs, type Read } from "./form/read.js";
import type { Files } from "./options.js";

/** A receipt whose signature holds and whose parts have their form. What they say is not judged yet. */
export type Opened = {
  readonly files: Files;
  readonly statement: Statement;
  readonly policy: ComputerUseRunPolicy;
  /** Of policy.json as it is. */
  readonly policyDigest: string;
  /** With their line ends. */
  readonly lines: readonly Uint8Array[];
  readonly events: readonly ReceiptEvent[];
};

const asForm = { form: "form.canonical", shape: "form.schema" } as const;

/** Reads payload, policy and events in their one form. All three are read, so that one report names all that is wrong. */
export const openParts = (files: Files, payload: Uint8Array): Read<Opened> => {
  const said = readAs(statement, payload, receiptBytesMax.payload, "payload", asForm);
  const policy = readAs(
    computerUseRunPolicy,
    files.get(receiptFiles.policy) ?? new Uint8Array(),
    receiptBytesMax.policy,
    receiptFiles.policy,
    asForm,
  );
  const events = readEvents(files.get(receiptFiles.events) ?? new Uint8Array());
  if ("findings" in said || "findings" in policy || "findings" in events)
    return { findings: [said, policy, events].flatMap((part) => ("findings" in part ? part.findings : [])) };
  return {
    value: {
      files,
      statement: said.value,
      policy: policy.value,
      policyDigest: domainDigest("policy", policy.value),
      ...events.value,
    },
  };
};
