// crates/observe/src/keys/names.rs from the table of the contract (build first: `npm run build`). `--check` compares instead of writing.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { characterNames, keyNames, modifierWords } from "../dist/contract/key-names.js";

const target = fileURLToPath(new URL("../crates/observe/src/keys/names.rs", import.meta.url));
const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const character = (text) => `'${text === "'" || text === "\\" ? `\\${text}` : text}'`;
const title = (word) => word[0].toUpperCase() + word.slice(1);

const table = (doc, name, type, rows) =>
  `/// ${doc}\n#[rustfmt::skip]\npub const ${name}: [(&str, ${type}); ${rows.length}] = [\n${rows
    .map(([word, value]) => `    (${quoted(word)}, ${value}),`)
    .join("\n")}\n];\n`;

const text = `//! Generated from src/contract/key-names.ts by scripts/generate-key-names.mjs. Do not edit.

use super::chord::Modifier;

${table(
  "Words for modifiers, in lower case.",
  "MODIFIERS",
  "Modifier",
  Object.entries(modifierWords).flatMap(([name, words]) => words.map((word) => [word, `Modifier::${title(name)}`])),
)}
${table(
  "Names of keys and other words for them, in lower case, with the X11 keysym.",
  "KEYS",
  "u32",
  keyNames.flatMap(([name, keysym, ...words]) =>
    [...new Set([name, ...words].map((word) => word.toLowerCase()))].map((word) => [word, `0x${keysym.toString(16)}`]),
  ),
)}
${table(
  "Names of characters, in lower case.",
  "CHARACTERS",
  "char",
  characterNames.flatMap(([given, ...names]) => names.map((word) => [word.toLowerCase(), character(given)])),
)}`;

if (process.argv.includes("--check")) {
  const committed = await readFile(target, "utf8").catch(() => "");
  if (committed !== text) {
    console.error(
      "crates/observe/src/keys/names.rs is not what the table says; run `npm run build && node scripts/generate-key-names.mjs` and commit it",
    );
    process.exit(1);
  }
  console.log("crates/observe/src/keys/names.rs is current");
} else {
  await writeFile(target, text);
  console.log(`crates/observe/src/keys/names.rs: ${keyNames.length} keys, ${characterNames.length} characters`);
}
