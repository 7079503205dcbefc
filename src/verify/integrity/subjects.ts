import { sha256Hex } from "../../base/crypto/digest.js";
import { outputPattern, receiptFiles } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

const says = (where: string, text: string): Finding => finding("integrity.subjects", where, text);

/** The signed subjects are exactly the events and the public outputs that are here, each once, by their bytes. */
export const checkSubjects = ({ files, statement: { subject } }: Opened): readonly Finding[] => {
  const named = subject.map(({ name }) => name);
  const here = [...files.keys()].filter((name) => name === receiptFiles.events || outputPattern.test(name));
  return [
    ...named.filter((name, index) => named.indexOf(name) !== index).map((name) => says(name, "it is a subject twice")),
    ...here.filter((name) => !named.includes(name)).map((name) => says(name, "the file is no subject of the statement")),
    ...subject.flatMap(({ name, digest }) => {
      const bytes = files.get(name);
      if (bytes === undefined) return [says(name, "the statement is about this file, and it is not here")];
      const actual = sha256Hex(bytes);
      return actual === digest.sha256 ? [] : [says(name, `its SHA-256 is ${actual}, the statement says ${digest.sha256}`)];
    }),
  ];
};
