// Law 3 of docs/laws.md: domain, rules and policies are pure.
import { expect, test } from "vitest";
import { appSources, failureText, isPure, parseText, type Source, source, walk } from "./source.ts";

function impurities({ file, program, line }: Source): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    const at = `${file}:${line(node)}`;
    if (node.type === "NewExpression" && node.arguments.length === 0)
      if (node.callee.type === "Identifier" && node.callee.name === "Date") found.push(`${at} new Date()`);
    if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return;
    const name = node.property.type === "Identifier" ? `${node.object.name}.${node.property.name}` : "";
    if (["Date.now", "Math.random", "performance.now", "crypto.randomUUID"].includes(name))
      found.push(`${at} ${name}`);
  });
  return found;
}

test("domain, rules and policies take the time and random numbers as arguments", () => {
  const found = appSources.filter(isPure).map(source).flatMap(impurities);
  expect(
    failureText("Take the moment (`now: Date`) or the number as an argument; the caller knows it.", found),
  ).toBe("");
});

test("domain, rules and policies do not use the router", () => {
  const found = appSources
    .filter(isPure)
    .flatMap((file) => source(file).imports.map(({ specifier }) => `${file} imports ${specifier}`))
    .filter((place) => place.endsWith(" react-router"));
  expect(failureText("Build the address where it is used, or in the feature's view.ts.", found)).toBe("");
});

test("an impure rule is detected", () => {
  const text = "const a = new Date(); const b = Date.now(); const c = Math.random(); const d = new Date(0);";
  expect(impurities(parseText("app/domain/example.ts", text))).toHaveLength(3);
});
