// Law 8 of docs/laws.md: database rows never leave the server; present.server.ts writes out each field to send.
import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { appSources, failureText, isTest, parseText, type Source, source, walk } from "./source.ts";

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/** The features that show what belongs to other people. */
const ABOUT_PEOPLE = /^app\/features\/(listings|favorites|chat|rooms|offers|orders|deals|sellers)\//;

/** The files with presenters. In the features about people, it is each file that exports a function called present…. */
const presenters = appSources
  .filter((file) => file.endsWith(".server.ts") && !isTest(file))
  .map(source)
  .filter(
    ({ file, text }) =>
      file.endsWith("/present.server.ts") ||
      (ABOUT_PEOPLE.test(file) && /^export (async )?(function|const) present[A-Z]/m.test(text)),
  );

/** The first identifier of an expression: "row" for `row.seller.name`. */
function rootName(node: ESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" ? rootName(node.object) : undefined;
}

/**
 * A spread parameter, such as `...row`, would send all columns of a row to the browser. Spread into the argument of
 * another presenter it would not, because that presenter writes out the fields.
 */
function spreads({ file, program, line, text }: Source): string[] {
  const found: string[] = [];
  walk(program, (node, parents) => {
    const [holder, object] = [parents.at(-2), parents.at(-1)];
    if (node.type !== "SpreadElement" || object?.type !== "ObjectExpression") return;
    if (holder?.type === "CallExpression" && holder.arguments.some((argument) => argument === object)) return;
    const name = rootName(node.argument);
    const given = parents.some(
      (parent) =>
        FUNCTIONS.includes(parent.type) &&
        "params" in parent &&
        parent.params.some((param) => param.type === "Identifier" && param.name === name),
    );
    if (given) found.push(`${file}:${line(node)} ...${text.slice(node.argument.start, node.argument.end)}`);
  });
  return found;
}

test("a presenter writes out each field that it returns [M3.14 V8.1.2 V8.2.3 V15.3.1]", () => {
  const found = presenters.flatMap(spreads);
  expect(
    failureText("Write out the fields: a column added later must not reach the browser by itself.", found),
  ).toBe("");
});

test("a spread row is detected", () => {
  const wrong =
    "const card = (row) => ({ ...row, price: row.price_cents, ...(row.sold && { sold: true }) });";
  expect(spreads(parseText("present.server.ts", wrong))).toEqual(["present.server.ts:1 ...row"]);
  const right =
    "const detail = (row) => { const card = presentCard({ ...row, a: 1 }); return { ...card, b: row.b }; };";
  expect(spreads(parseText("present.server.ts", right))).toEqual([]);
});

test("no route selects all columns of a table", () => {
  // Only routes are checked: with selectAll() a loader could send columns that no presenter writes out.
  const found = appSources
    .filter((file) => file.startsWith("app/routes/") && !isTest(file))
    .filter((file) => /\bselectAll\(/.test(source(file).text));
  expect(failureText("Read through the feature's queries.server.ts and present the row.", found)).toBe("");
});

/** Names of the private fields of a person (docs/laws.md, law 8). */
const PRIVATE = /^(email|phone|shipping_?[aA]ddress|billing_?[aA]ddress|latitude|longitude)$/;

test("listings, chats, offers and deals show no private field of other people [V8.2.3]", () => {
  const shown = presenters.filter(({ file }) => ABOUT_PEOPLE.test(file));
  const found = shown.flatMap(({ file, program, line }) => {
    const places: string[] = [];
    walk(program, (node, parents) => {
      if (node.type !== "Property" || parents.at(-1)?.type !== "ObjectExpression") return;
      const key = node.key.type === "Identifier" ? node.key.name : "";
      if (PRIVATE.test(key)) places.push(`${file}:${line(node)} ${key}`);
    });
    return places;
  });
  expect(
    failureText(
      "E-mail, phone, addresses and exact coordinates never reach another person's browser.",
      found,
    ),
  ).toBe("");
});
