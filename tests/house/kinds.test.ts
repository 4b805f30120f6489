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

/** The properties that only some kinds have: in the types of their folders, besides those of all kinds. */
const traits = new Set(
  sources
    .filter((file) => (file.startsWith(FIELDS) || file.startsWith(FILTERS)) && !isTest(file))
    .filter((file) => !/\/(kind|registry|spellings)\.ts$/.test(file))
    .flatMap((file) => source(file).program.body)
    .flatMap((statement) => (statement.type === "ExportNamedDeclaration" ? [statement.declaration] : []))
    .flatMap((type) => (type?.type === "TSInterfaceDeclaration" ? type.body.body : []))
    .flatMap((member) => (member.type === "TSPropertySignature" ? nameOf(member.key) : []))
    .filter((name) => name !== "kind" && name !== "by"),
);

function nameOf(node: Node): string[] {
  return node.type === "Identifier" ? [node.name] : [];
}

const isTrait = (node: Node | undefined) =>
  node?.type === "Literal" && typeof node.value === "string" && traits.has(node.value);

/** Not fields and filters, but with properties of the same names: figures of models, meanings of menu entries, … */
const OTHERS = new Set(["spec", "measured", "means", "meaning", "rule"]);
const isOther = (node: Node) =>
  nameOf(node.type === "MemberExpression" ? node.property : node).some((name) => OTHERS.has(name));

/** Whether this asks which kind it is: it compares, branches, looks it up in a list, or asks for a property of one. */
function asks(node: Node): boolean {
  if (node.type === "BinaryExpression")
    return node.operator === "in"
      ? isTrait(node.left) && !isOther(node.right)
      : isKind(node.left, node.right) || isKind(node.right, node.left);
  if (node.type === "SwitchStatement")
    return node.cases.some((branch) => isKind(node.discriminant, branch.test));
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const [first, second] = node.arguments;
  const [method] = nameOf(node.callee.property);
  if (method === "hasOwn") return isTrait(second);
  const list = node.callee.object;
  return (
    method === "includes" &&
    first !== undefined &&
    list.type === "ArrayExpression" &&
    list.elements.some((element) => isKind(first, element))
  );
}

function questions({ file, program, line }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (asks(node)) found.push(`${file}:${line(node)}`);
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
  expect([...fieldKinds]).toContain("month");
  expect([...filterKinds]).toContain("location");
  expect([...traits]).toEqual(expect.arrayContaining(["options", "unit", "step"]));
  const asked = (text: string) => questions(parseText("app/a.ts", text)).length;
  expect(asked('const a = field?.kind === "choice"; const b = "range" !== filter.by;')).toBe(2);
  expect(asked('switch (field.kind) { case "several": break; }')).toBe(1);
  expect(asked('const e = "options" in field; const f = Object.hasOwn(view, "unit"); "unit" in spec;')).toBe(
    2,
  );
  expect(asked('const g = ["choice", "several"].includes(field.kind); ["price"].includes(kind);')).toBe(1);
  expect(asked('const c = kind !== "month"; const d = proposal.kind === "price";')).toBe(1);
});
