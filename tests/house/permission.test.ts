// Law 6 of docs/laws.md: only `can` answers who may do what.
import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { appSources, failureText, parseText, type Source, source, walk } from "./source.ts";

const POLICIES = "app/domain/policies.ts";
const ASKER = /^(viewer|person|actor|moderator|asker|reader|user)(Id)?$/;

/** Whether an expression is the id of the person who asks: `viewer.id`, `viewer?.id`, `viewerId`. */
function isAsker(node: ESTree.Node): boolean {
  if (node.type === "ChainExpression") return isAsker(node.expression);
  if (node.type === "Identifier") return ASKER.test(node.name) && node.name.endsWith("Id");
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return false;
  return ASKER.test(node.object.name) && node.property.type === "Identifier" && node.property.name === "id";
}

function isNull(node: ESTree.Node): boolean {
  return node.type === "Literal" && node.value === null;
}

function comparesAsker(tested: ESTree.Node): boolean {
  let found = false;
  walk(tested, (node) => {
    if (node.type === "BinaryExpression" && /^[!=]==$/.test(node.operator))
      found ||= (isAsker(node.left) || isAsker(node.right)) && ![node.left, node.right].some(isNull);
  });
  return found;
}

/** The places outside `can` that refuse a person: they compare ids, or have a function for it. */
function answers({ file, program, text, line }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    const at = `${file}:${line(node)}`;
    if (node.type === "IfStatement" && comparesAsker(node.test)) {
      const consequence = text.slice(node.consequent.start, node.consequent.end);
      if (/\bthrow new Refused\(/.test(consequence)) found.push(`${at} refuses by comparing ids`);
    }
    if (
      node.type === "FunctionDeclaration" &&
      /^(can|may|allows|permits)([A-Z]|$)/.test(node.id?.name ?? "")
    ) {
      const asked = node.params.some((param) => param.type === "Identifier" && ASKER.test(param.name));
      if (asked) found.push(`${at} ${node.id?.name}()`);
    }
    if (node.type === "ImportSpecifier" && node.imported.type === "Identifier")
      if (node.imported.name === "can" && node.local.name !== "can") found.push(`${at} renames can`);
  });
  return found;
}

test("only can() answers who may do what", () => {
  const found = appSources
    .filter((file) => file !== POLICIES)
    .map(source)
    .flatMap(answers);
  expect(failureText(`Ask can(), and write the rule into ${POLICIES}.`, found)).toBe("");
});

test("a second answer is detected", () => {
  const wrong = [
    'if (row.user_id !== viewer.id) throw new Refused("deal_gone");',
    'if (viewer?.id === found.owner) { log(); throw new Refused("staff_own"); }',
    "export function mayReport(viewer, personId) { return true; }",
    'import { can as canWithListing } from "./policies.ts";',
  ];
  for (const text of wrong) expect(answers(parseText("app/a.server.ts", text))).toHaveLength(1);
  const right = 'if (!can(viewer, "edit", thing)) throw new Refused("a"); if (a.id !== viewer.id) skip();';
  expect(answers(parseText("app/a.server.ts", right))).toEqual([]);
});
