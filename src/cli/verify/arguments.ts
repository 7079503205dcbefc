import { parseArgs } from "node:util";
import { profileNames, type ProfileName } from "../../contract/receipt/index.js";

export type VerifyArguments = {
  readonly directories: readonly string[];
  readonly trust: string;
  readonly repo: string | undefined;
  readonly profile: ProfileName | undefined;
  readonly format: "text" | "json";
};

export type ParsedArguments =
  | { readonly ok: true; readonly value: VerifyArguments | "help" }
  | { readonly ok: false; readonly says: string };

export const verifyHelp = `usage: deskgate verify DIRECTORY... --trust FILE [--profile NAME] [--repo DIRECTORY] [--format text|json]

  --trust FILE        the keys that are trusted, each with its role (deskgate keys new)
  --profile NAME      which proofs must be there: ${profileNames.join(", ")}
  --repo DIRECTORY    a checkout whose tracked sources must be the recorded ones
  --format FORMAT     text (default) or json

exit code: 0 authentic, admissible and sufficient; 1 not authentic; 2 could not verify (usage, unreadable, no key, no receipt);
           3 authentic but inadmissible; 4 authentic and admissible, but not enough for the profile
`;

const no = (says: string): ParsedArguments => ({ ok: false, says });

const options = {
  trust: { type: "string", multiple: true },
  repo: { type: "string", multiple: true },
  profile: { type: "string", multiple: true },
  format: { type: "string", multiple: true },
  help: { type: "boolean" },
} as const;

/** Reads the command line. An option that is given twice is refused: which of the two counts would be a guess. */
export const parseArguments = (argv: readonly string[]): ParsedArguments => {
  let given;
  try {
    given = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    return no(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = given;
  if (values.help === true) return { ok: true, value: "help" };
  const twice = (["trust", "repo", "profile", "format"] as const).find((name) => (values[name]?.length ?? 0) > 1);
  if (twice !== undefined) return no(`--${twice} is given twice`);
  const [trust, repo, profile, format = "text"] = [values.trust?.[0], values.repo?.[0], values.profile?.[0], values.format?.[0]];
  if (positionals.length === 0) return no("name at least one receipt's directory");
  if (trust === undefined) return no("--trust FILE is missing: without trusted keys nothing can be verified");
  if (format !== "text" && format !== "json") return no(`--format ${format} is neither text nor json`);
  const known = profileNames.find((name) => name === profile);
  if (profile !== undefined && known === undefined)
    return no(`--profile ${profile} is not known; there are: ${profileNames.join(", ")}`);
  return { ok: true, value: { directories: positionals, trust, repo, profile: known, format } };
};
