import { bytesFromBase64 } from "../../base/index.js";
import { preAuthentication, verifySignature } from "../../base/crypto/signature.js";
import {
  bundle,
  envelope,
  payloadType,
  profiles,
  receiptBytesMax,
  receiptFiles,
  type Envelope,
  type KeyRole,
  type TrustedKey,
} from "../../contract/receipt/index.js";
import { canonicalJson } from "../../base/index.js";
import { readAs, type Read } from "../form/read.js";
import type { Files, VerifyOptions } from "../options.js";
import { finding, type Finding } from "../report.js";

const where = receiptFiles.envelope;
const no = (...findings: Finding[]): { readonly findings: readonly Finding[] } => ({ findings });
const asEnvelope = { form: "container.envelope", shape: "container.envelope" } as const;
const asBundle = { form: "container.bundle", shape: "container.bundle" } as const;

const rolesOf = ({ profile }: VerifyOptions): readonly KeyRole[] =>
  profile !== undefined && profiles[profile].fixtureKeys ? ["run", "fixture"] : ["run"];

/** The one envelope, from its own file; the payload's bytes are the ones that the signature is over, and the ones that are parsed. */
export const openEnvelope = (files: Files, options: VerifyOptions): Read<Uint8Array> => {
  const roles = rolesOf(options);
  if (!options.trust.some(({ role }) => roles.includes(role)))
    return no(
      finding(
        "container.trust",
        "trust file",
        `it has no key of role ${roles.join(" or ")}${roles.includes("fixture") ? "" : "; fixture keys need --profile fixture-live"}`,
      ),
    );
  const read = readAs(envelope, files.get(where) ?? new Uint8Array(), receiptBytesMax.envelope, where, asEnvelope);
  if ("findings" in read) return read;
  if (read.value.payloadType !== payloadType)
    return no(finding("container.payload-type", where, `it is ${JSON.stringify(read.value.payloadType)}, not ${payloadType}`));
  const opened = payloadOf(read.value, options.trust, roles);
  if ("findings" in opened) return opened;
  const differs = bundleDiffers(files, read.value);
  return differs.length > 0 ? { findings: differs } : opened;
};

const payloadOf = (
  { payload, signatures: [{ keyid, sig }] }: Envelope,
  trust: readonly TrustedKey[],
  roles: readonly KeyRole[],
): Read<Uint8Array> => {
  const [bytes, signature] = [bytesFromBase64(payload), bytesFromBase64(sig)];
  if (bytes === undefined || signature === undefined)
    return no(finding("container.base64", where, `${bytes === undefined ? "payload" : "sig"} is not canonical base64`));
  if (bytes.length > receiptBytesMax.payload)
    return no(
      finding("container.size", where, `the payload has ${bytes.length} bytes, at most ${receiptBytesMax.payload} are read`),
    );
  const key = trust.find(({ keyId }) => keyId === keyid);
  if (key === undefined) return no(finding("container.key", where, `no key ${keyid} is in the trust file`));
  if (!roles.includes(key.role))
    return no(
      finding(
        "container.role",
        where,
        `key ${keyid} has the role ${key.role}; a run is signed by a key of role ${roles.join(" or ")}`,
      ),
    );
  if (!verifySignature(key, preAuthentication(payloadType, bytes), signature))
    return no(
      finding("container.signature", where, `the signature is not one of key ${keyid} (${key.algorithm}) over this payload`),
    );
  return { value: bytes };
};

/** The bundle is a second coat for the same envelope: a reader of either must have read the same. */
const bundleDiffers = (files: Files, opened: Envelope): readonly Finding[] => {
  const name = receiptFiles.bundle;
  const read = readAs(bundle, files.get(name) ?? new Uint8Array(), receiptBytesMax.bundle, name, asBundle);
  if ("findings" in read) return read.findings;
  const { dsseEnvelope, verificationMaterial } = read.value;
  if (canonicalJson(dsseEnvelope) !== canonicalJson(opened))
    return [finding("container.bundle", name, `its envelope is not the one in ${where}`)];
  const { hint } = verificationMaterial.publicKey;
  return hint === opened.signatures[0].keyid
    ? []
    : [finding("container.bundle", name, `its hint is ${JSON.stringify(hint)}, not the signing key`)];
};
