// Pages that cite tests: `path › words` means that the file is there and holds the words.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** What stands between backticks, code blocks apart. */
export const citations = (text: string): readonly string[] =>
  [...text.replaceAll(/```[^]*?```/g, "").matchAll(/`([^`]+)`/g)].map(([, citation]) => citation ?? "");

export const isInFile = (citation: string): boolean => {
  const [path = "", words] = citation.split(" › ");
  return existsSync(join(root, path)) && (words === undefined || read(path).includes(words));
};

/** Cells of the rows of a page's tables whose first cell matches. */
export const rowsOf = (page: string, first: RegExp): readonly (readonly string[])[] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell = ""]) => first.test(cell));
