// Law 11 of docs/laws.md: comments say why; exported functions of the platform, queries and commands are described.
import { describe, expect, test } from "vitest";
import { appSources, failureText, parseText, read, type Source, source, sources } from "./source.ts";

/** Whether other code is expected to use this file's functions without reading them. */
const isPublic = (file: string) =>
  file.startsWith("app/platform/") ||
  /\/(commands|queries)(\.\w+)*\.server\.ts$/.test(file) ||
  file === "app/domain/policies.ts";

function uncommented({ file, text, program, line }: Source): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "FunctionDeclaration")
      return [];
    const above = text.slice(0, statement.start).trimEnd();
    const lastLine = above.slice(above.lastIndexOf("\n") + 1).trim();
    const overload = lastLine.startsWith("export function") && lastLine.endsWith(";");
    if (lastLine.endsWith("*/") || lastLine.startsWith("//") || overload) return [];
    return [`${file}:${line(statement)} ${statement.declaration.id?.name}`];
  });
}

describe("comments", () => {
  test("describe every function of the platform, queries, commands and policies", () => {
    const found = appSources
      .filter((file) => isPublic(file) && /\.tsx?$/.test(file) && file !== "app/platform/db-types.ts")
      .map(source)
      .flatMap(uncommented);
    const fix =
      "Write a sentence above it: shapes, units, errors, and the section of the specification that it serves.";
    expect(failureText(fix, found)).toBe("");
  });

  test("that are missing above a function are detected", () => {
    const text = "export function a() {}\n\n/** What b does. */\nexport function b() {}\n";
    expect(uncommented(parseText("app/platform/x.server.ts", text))).toEqual([
      "app/platform/x.server.ts:1 a",
    ]);
  });

  test("give the reason of each exception to a lint rule or a type", () => {
    const bare = /biome-ignore [\w/-]+(?![\w/-]|: \S)|@ts-(ignore|nocheck)|@ts-expect-error\s*$/;
    const found = sources
      .filter((file) => !file.startsWith("tests/house/comments"))
      .flatMap((file) =>
        read(file)
          .split("\n")
          .flatMap((text, index) => (bare.test(text) ? [`${file}:${index + 1} ${text.trim()}`] : [])),
      );
    expect(failureText("Give the reason after a colon, or fix the code.", found)).toBe("");
  });
});
