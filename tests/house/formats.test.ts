// Dates and numbers are formatted in the language of the page: each formatter gets this language as an argument.
import { expect, test } from "vitest";
import {
  appSources,
  failureText,
  isTest,
  type Node,
  parseText,
  type Source,
  source,
  walk,
} from "./source.ts";

const LOCALE_METHODS = /^toLocale(Date|Time)?String$/;

function isIntl(node: Node): boolean {
  return node.type === "MemberExpression" && node.object.type === "Identifier" && node.object.name === "Intl";
}

/** Whether the language argument is missing, `undefined` or `[]`: then the machine's language is used. */
function isDefaultLocale(language: Node | undefined): boolean {
  if (!language) return true;
  if (language.type === "ArrayExpression") return language.elements.length === 0;
  return language.type === "Identifier" && language.name === "undefined";
}

function formattedWithoutLocale({ file, program, line }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return;
    const { callee } = node;
    if (isIntl(callee) && isDefaultLocale(node.arguments[0])) found.push(`${file}:${line(node)} Intl`);
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
    if (LOCALE_METHODS.test(callee.property.name) && isDefaultLocale(node.arguments[0]))
      found.push(`${file}:${line(node)} ${callee.property.name}`);
  });
  return found;
}

test("nothing is formatted in the language of the machine", () => {
  const found = appSources
    .filter((file) => !isTest(file))
    .map(source)
    .flatMap(formattedWithoutLocale);
  expect(
    failureText("Pass the language: getLocale(), or use a formatter of app/domain/format.ts.", found),
  ).toBe("");
});

test.each([
  ["new Intl.NumberFormat()", 1],
  ["new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })", 1],
  ["Intl.NumberFormat([])", 1],
  ["date.toLocaleDateString()", 1],
  ["n.toLocaleString(undefined, {})", 1],
  ["new Intl.NumberFormat(locale)", 0],
  ["n.toLocaleString(locale)", 0],
])("in `%s`, %d formatters without a language are found", (code, times) => {
  expect(formattedWithoutLocale(parseText("app/ui/example.ts", code))).toHaveLength(times);
});
