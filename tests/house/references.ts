// References in the pages of docs/ to files and tests.
import { files, read, source, walk } from "./source.ts";

/** The code spans of a table cell: a file, and optionally a name in it. */
export function references(cell: string): { file: string; name: string | undefined }[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => {
    const [file = "", ...name] = span.split(" › ");
    return { file, name: name.length > 0 ? name.join(" › ") : undefined };
  });
}

/**
 * A test's title without its tag, and the ids of the tag: "saves the list [A2.3 M4.11]". A and M are statements of the
 * specification, V requirements of ASVS, W criteria of WCAG.
 */
export function untagged(title: string): { name: string; ids: string[] } {
  const [, name = title, ids = ""] = /^(.*) \[([AMVW][\d.]+\d(?: [AMVW][\d.]+\d)*)\]$/s.exec(title) ?? [];
  return { name, ids: ids.split(" ").filter((id) => id !== "") };
}

/**
 * The titles of the tests in a file, as written: with `%s` and `$name` for values. Includes the first argument of every
 * other call, if it is a text.
 */
function titlesOf(file: string): string[] {
  const titles: string[] = [];
  walk(source(file).program, (node) => {
    if (node.type !== "CallExpression") return;
    const [first] = node.arguments;
    if (first?.type === "Literal" && typeof first.value === "string") titles.push(first.value);
    if (first?.type === "TemplateLiteral")
      titles.push(first.quasis.map((quasi) => quasi.value.cooked).join("…"));
  });
  return titles;
}

/** Whether a test file has a test with this title (without its tag), or any other file contains this text. */
export function hasTitleOrText(file: string, name: string): boolean {
  if (!/\.test\.tsx?$/.test(file)) return read(file).includes(name);
  return titlesOf(file).some((title) => untagged(title).name === name);
}

/** The ids in the titles of all tests, each with the file of the test. */
export const tags: readonly { id: string; file: string }[] = files
  .filter((file) => /\.test\.tsx?$/.test(file))
  .flatMap((file) => titlesOf(file).flatMap((title) => untagged(title).ids.map((id) => ({ id, file }))));

const shown: ReadonlySet<string> = new Set(tags.map(({ id }) => id));

/** What is wrong with the state of a requirement that is "met", or "met, no test". */
export function stateFaults(id: string, state: string): string[] {
  if (state === "met" && !shown.has(id)) return [`no test's title has [${id}]: write one, or "met, no test"`];
  if (state === "met, no test" && shown.has(id)) return [`a test's title has [${id}]: it is "met"`];
  return [];
}
