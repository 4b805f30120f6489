// Law 21 of docs/laws.md: nobody asks which kind a field or a filter is.
import { expect, test } from "vitest";
import {
  failureText,
  files,
  isTest,
  type Node,
  parseText,
  type Source,
  source,
  sources,
  walk,
} from "./source.ts";

const FIELDS = "app/domain/categories/fields/";
const FILTERS = "app/domain/categories/filters/";

/** The kinds that the files of a folder define. */
function kindsIn(folder: string): ReadonlySet<string> {
  const others = ["kind", "registry", "spellings"];
  const names = files
    .filter((file) => file.startsWith(folder) && !isTest(file))
    .map((file) => file.slice(folder.length).replace(/\.ts$/, ""));
  return new Set(names.filter((name) => !others.includes(name)));
}

const fieldKinds = kindsIn(FIELDS);
const filterKinds = kindsIn(FILTERS);

/** The kinds that this expression can be one of: those of fields for `x.kind`, those of filters for `x.by`. */
function kindsOf(asked: Node): ReadonlySet<string> {
  const node = asked.type === "ChainExpression" ? asked.expression : asked;
  const property =
    node.type === "MemberExpression" && node.property.type === "Identifier" ? node.property.name : undefined;
  const name = property ?? (node.type === "Identifier" ? node.name : "");
  return name === "kind" ? fieldKinds : name === "by" ? filterKinds : new Set();
}

const isKind = (asked: Node, node: Node | null) =>
  node?.type === "Literal" && typeof node.value === "string" && kindsOf(asked).has(node.value);

/** The places that compare a kind, or branch on it. */
function questions({ file, program, line }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    const asks =
      (node.type === "BinaryExpression" &&
        (isKind(node.left, node.right) || isKind(node.right, node.left))) ||
      (node.type === "SwitchStatement" && node.cases.some((one) => isKind(node.discriminant, one.test)));
    if (asks) found.push(`${file}:${line(node)}`);
  });
  return found;
}

test("nobody asks which kind a field or a filter is, outside the folders of their kinds", () => {
  const found = sources
    .filter((file) => /^(app|server|scripts)\//.test(file) && !isTest(file))
    .filter((file) => !file.startsWith(FIELDS) && !file.startsWith(FILTERS))
    .map(source)
    .flatMap(questions);
  const fix = `Let the kind answer: a method of ${FIELDS}kind.ts or ${FILTERS}kind.ts, or a property by traitsOf().`;
  expect(failureText(fix, found)).toBe("");
});

test("a question for a kind is detected", () => {
  expect([...fieldKinds].sort()).toEqual(["choice", "month", "number", "several", "text"]);
  expect([...filterKinds].sort()).toEqual([
    "brand",
    "choice",
    "date",
    "location",
    "months",
    "price",
    "range",
  ]);
  const asked = (text: string) => questions(parseText("app/a.ts", text)).length;
  expect(asked('const a = field?.kind === "choice"; const b = "range" !== filter.by;')).toBe(2);
  expect(asked('switch (field.kind) { case "several": break; }')).toBe(1);
  expect(asked('const c = kind !== "month"; const d = proposal.kind === "price";')).toBe(1);
});
