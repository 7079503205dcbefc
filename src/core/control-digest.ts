import { canonicalJson } from "../base/json.js";
import { sha256Hex } from "../base/crypto/digest.js";
import { machineVersion } from "../contract/machine.js";
import { refusals } from "../contract/refusals.js";
import { controlList } from "./controls/index.js";

/** Digest of machine version, refusal table, list of controls and the identities of the host's hooks (A51). */
export const controlDigest = (hooks: Readonly<Record<string, string>>): string =>
  sha256Hex(
    `deskgate/controls/v1\0${canonicalJson({
      machineVersion,
      // The order of the table is its meaning (precedence), and JCS sorts the keys of an object: so it goes in as a list.
      refusals: Object.entries(refusals).map(([code, { control, kind, replan }]) => ({ code, control, kind, replan })),
      controls: controlList,
      hooks,
    })}`,
  );
