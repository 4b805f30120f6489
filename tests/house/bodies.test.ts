// The size of a request body is limited before the body is parsed: only the module with that limit may read bodies.
import { expect, test } from "vitest";
import { failureText, isTest, type Node, parseText, type Source, source, sources, walk } from "./source.ts";

const READER = "app/platform/body.server.ts";
const READS = new Set(["arrayBuffer", "blob", "body", "bytes", "clone", "formData", "json", "text"]);

/** The names of a file's variables of type `Request`, and the names that variables with a request usually have. */
function requestsIn({ program }: Source): Set<string> {
  const names = new Set(["request", "req", "raw"]);
  walk(program, (node) => {
    if (node.type === "Identifier" && typeOf(node) === "Request") names.add(node.name);
  });
  return names;
}

function typeOf(node: Node): string {
  if (node.type !== "Identifier" && node.type !== "ObjectPattern") return "";
  const annotation = node.typeAnnotation?.typeAnnotation;
  return annotation?.type === "TSTypeReference" && annotation.typeName.type === "Identifier"
    ? annotation.typeName.name
    : "";
}

function nameOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return nameOf(node.property);
  return "";
}

function readsIn(read: Source): string[] {
  const requests = requestsIn(read);
  const found: string[] = [];
  walk(read.program, (node) => {
    const at = `${read.file}:${read.line(node)}`;
    if (
      node.type === "MemberExpression" &&
      READS.has(nameOf(node.property)) &&
      requests.has(nameOf(node.object))
    )
      found.push(`${at} ${nameOf(node.object)}.${nameOf(node.property)}`);
    if (node.type === "CallExpression" && node.callee.type === "MemberExpression")
      if (nameOf(node.callee.property) === "formData") found.push(`${at} formData()`);
    if (node.type !== "ObjectPattern") return;
    const isRequest = typeOf(node) === "Request";
    for (const property of node.properties)
      if (isRequest && property.type === "Property" && READS.has(nameOf(property.key)))
        found.push(`${at} { ${nameOf(property.key)} }`);
  });
  return found;
}

test("only one module reads the bodies of requests", () => {
  const ours = sources.filter((file) => /^(app|server)\//.test(file) && !isTest(file) && file !== READER);
  const found = ours.map(source).flatMap(readsIn);
  expect(failureText(`Use a function of ${READER}, which bounds what it reads.`, found)).toBe("");
});

test("each of six ways to read a request's body is detected", () => {
  const text = `
    const a = await request.json();
    const b = args.request.body;
    const c = c.req.raw.text();
    const d = await response.text();
    function e(asked: Request) { return asked.arrayBuffer(); }
    function f({ body }: Request) { return body; }
    const g = () => new Response(bytes).formData();
  `;
  expect(readsIn(parseText("app/example.ts", text))).toHaveLength(6);
});
