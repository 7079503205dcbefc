import { parseArgs } from "node:util";
import { addKey, readTrustFile, writeKey } from "../../adapters/receipts/index.js";
import type { Io } from "../../adapters/system/index.js";
import { algorithms, generateSigner, type Algorithm } from "../../base/crypto/signature.js";
import { keyRoles, type KeyRole } from "../../contract/receipt/index.js";

const help = `usage: deskgate keys new --role ROLE --out FILE --trust FILE [--algorithm ed25519|p256]

  --role ROLE         what the key may sign for: ${keyRoles.join(", ")}
  --out FILE          where the private key goes (mode 0600; never written over)
  --trust FILE        the trust file that the public key is added to; made when it is not there
  --algorithm NAME    ed25519 (default) or p256
`;

type Arguments = { readonly role: KeyRole; readonly out: string; readonly trust: string; readonly algorithm: Algorithm };

const parse = (argv: readonly string[]): Arguments | string => {
  let given;
  try {
    const option = { type: "string" } as const;
    given = parseArgs({
      args: [...argv],
      options: { role: option, out: option, trust: option, algorithm: option },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { role, out, trust, algorithm = "ed25519" } = given.values;
  if (given.positionals.join(" ") !== "new")
    return `there is no keys command ${JSON.stringify(given.positionals.join(" "))}; there is: new`;
  const [knownRole, knownAlgorithm] = [keyRoles.find((name) => name === role), algorithms.find((name) => name === algorithm)];
  if (knownRole === undefined) return `--role is one of ${keyRoles.join(", ")}`;
  if (knownAlgorithm === undefined) return `--algorithm is one of ${algorithms.join(", ")}`;
  if (out === undefined || trust === undefined) return "--out FILE and --trust FILE are both needed";
  return { role: knownRole, out, trust, algorithm: knownAlgorithm };
};

/** `deskgate keys new`: makes a key pair, keeps the private half in one file and lists the public half in a trust file. */
export const keysCommand = async (argv: readonly string[], io: Io): Promise<number> => {
  if (argv.includes("--help")) {
    io.out(help);
    return 0;
  }
  const given = parse(argv);
  if (typeof given === "string") {
    io.err(`deskgate keys: ${given}\n\n${help}`);
    return 64;
  }
  try {
    // The trust file is read first: a key that nobody can be told about is not made.
    const trust = await readTrustFile(given.trust);
    const { signer, pem } = generateSigner(given.algorithm);
    await writeKey(given.out, pem);
    await addKey(given.trust, trust, signer, given.role);
    io.out(`key ${signer.keyId} (${signer.algorithm}, role ${given.role})\n  private  ${given.out}\n  trusted  ${given.trust}\n`);
    return 0;
  } catch (error) {
    io.err(`deskgate keys: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
};
