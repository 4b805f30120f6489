// What the pages of docs/ refer to.
import { read, source, walk } from "./source.ts";

/** The code spans of a table's cell, each a file and perhaps a name in it. */
export function references(cell: string): { file: string; name: string | undefined }[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => {
    const [file = "", ...name] = span.split(" › ");
    return { file, name: name.length > 0 ? name.join(" › ") : undefined };
  });
}

/** The titles of a test file's tests, as written: `%s` and `$name` stand where the table's values go. */
function titlesOf(file: string): Set<string> {
  const titles = new Set<string>();
  walk(source(file).program, (node) => {
    if (node.type !== "CallExpression") return;
    const [first] = node.arguments;
    if (first?.type === "Literal" && typeof first.value === "string") titles.add(first.value);
    if (first?.type === "TemplateLiteral")
      titles.add(first.quasis.map((quasi) => quasi.value.cooked).join("…"));
  });
  return titles;
}

/** Whether a file has a name in it: the title of a test, or any text. */
export function holds(file: string, name: string): boolean {
  return /\.test\.tsx?$/.test(file) ? titlesOf(file).has(name) : read(file).includes(name);
}
