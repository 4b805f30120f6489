// Law 10 of docs/laws.md: names say what they hold, and tell things apart.
import { describe, expect, test } from "vitest";
import {
  appSources,
  failureText,
  isTest,
  type Node,
  parseText,
  type Source,
  source,
  sources,
  walk,
} from "./source.ts";

/** Words that say that something is there, and not what it is. */
const VAGUE = new Set(["one", "found", "known", "own"]);

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"]);

/**
 * The names that a pattern declares. `{ own }` takes the name of a property, which is read where the property is
 * declared.
 */
function declaredBy(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "AssignmentPattern":
      return declaredBy(pattern.left);
    case "RestElement":
      return declaredBy(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => declaredBy(element));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => {
        if (property.type === "RestElement") return declaredBy(property.argument);
        return property.shorthand ? [] : declaredBy(property.value);
      });
    default:
      return [];
  }
}

function vagueNames({ file, text, program, line }: Source): string[] {
  const isShort = (node: Node) =>
    node.type !== "FunctionDeclaration" && !text.slice(node.start, node.end).includes("\n");
  const vague: string[] = [];
  walk(program, (node, parents) => {
    const declared =
      "params" in node && FUNCTIONS.has(node.type)
        ? (node.params as Node[]).flatMap(declaredBy)
        : node.type === "VariableDeclarator"
          ? declaredBy(node.id)
          : [];
    if (node.type === "FunctionDeclaration" && node.id) declared.push(node.id.name);
    const scope = FUNCTIONS.has(node.type) ? node : parents.findLast(({ type }) => FUNCTIONS.has(type));
    if (scope && isShort(scope)) return;
    for (const name of declared.filter((name) => VAGUE.has(name)))
      vague.push(`${file}:${line(node)} ${name}`);
  });
  return vague;
}

describe("names", () => {
  test("of variables, parameters and functions say what they hold, except in a callback of one line", () => {
    const places = sources.filter((file) => !isTest(file)).flatMap((file) => vagueNames(source(file)));
    expect(failureText("Name what it is: the row, the deal, the match.", places)).toBe("");
  });

  test("that say nothing are detected", () => {
    const vague = (text: string) =>
      vagueNames(parseText("app/a.ts", text)).map((place) => place.split(" ").at(-1));
    expect(vague("const found = 1;")).toEqual(["found"]);
    expect(vague("const [known = 0, { own, b: one }] = x;")).toEqual(["known", "one"]);
    expect(vague("function own({ known }: A, one = 1) {}")).toEqual(["one", "own"]);
    expect(vague("rows.map((one) => one.id);")).toEqual([]);
    expect(vague("rows.map((one) => {\n  return one.id;\n});")).toEqual(["one"]);
    expect(vague("rows.map((row) => {\n  return row.some((one) => one);\n});")).toEqual([]);
  });

  test("that two features export are different", () => {
    const featuresOf = new Map<string, Set<string>>();
    for (const file of appSources) {
      const feature = /^app\/features\/([^/]+)\//.exec(file)?.[1];
      if (!feature) continue;
      for (const { entries } of source(file).module.staticExports)
        for (const { exportName } of entries)
          if (exportName.name)
            featuresOf.set(exportName.name, (featuresOf.get(exportName.name) ?? new Set()).add(feature));
    }
    const shared = [...featuresOf].filter(([, features]) => features.size > 1);
    const places = shared.map(([name, features]) => `${name}: ${[...features].join(", ")}`);
    expect(failureText("Say in the names what each is of, or move what both need below them.", places)).toBe(
      "",
    );
  });
});
