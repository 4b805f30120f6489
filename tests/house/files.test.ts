// Law 12 of docs/laws.md: no barrels, no folders named "utils", files neither long nor short.
import { describe, expect, test } from "vitest";
import { failureText, files, isTest, parseText, read, type Source, source, sources } from "./source.ts";

/** Whether a file only re-exports names of other files. */
function isBarrel({ program }: Source): boolean {
  const statements = program.body.filter((statement) => statement.type !== "ImportDeclaration");
  const passesOn = (
    type: string,
    node: { source?: unknown; specifiers?: unknown[]; declaration?: unknown },
  ) => type === "ExportAllDeclaration" || (type === "ExportNamedDeclaration" && !node.declaration);
  return (
    statements.length > 0 && statements.every((statement) => passesOn(statement.type, statement as object))
  );
}

const defaultExportIsWanted = (file: string) =>
  /\.route\.tsx$|\.config\.(ts|mjs)$|^app\/(root|entry\.\w+)\.tsx$|^app\/routes\.ts$/.test(file);

/** Kinds of files that may have under 20 lines, with the reason. */
const SHORT_KINDS: readonly { readonly kind: RegExp; readonly reason: string }[] = [
  { kind: /^app\/routes\//, reason: "The framework loads each route from a file of its own." },
  { kind: /\.d\.ts$/, reason: "Declares the types of one package." },
  { kind: /-process\.server\.ts$/, reason: "A process starts with this file." },
  { kind: /^app\/domain\/categories\/(fields|filters)\//, reason: "One file for each kind (law 21)." },
  { kind: /^app\/events\.server\.ts$/, reason: "Joins what the features give to the host." },
  { kind: /^app\/platform\/auth-addresses\.server\.ts$/, reason: "One file for each workaround (law 14)." },
];

/** A name that so many files import is known to all who work here, and its file may be short. */
const WELL_KNOWN = 10;

/** How many files import each file. */
function importers(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of sources.filter((name) => !isTest(name)))
    for (const target of new Set(source(file).imports.map(({ target }) => target)))
      if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

/** The most lines that a file may have. A test file may be longer, because it is a list of cases. */
const limitOf = (file: string) => (isTest(file) ? 500 : 300);
const GENERATED = ["app/platform/db-types.ts", "clients/typescript/generated.ts"];
const isCounted = (file: string) =>
  /\.(ts|tsx|mjs|css)$/.test(file) && !GENERATED.includes(file) && !file.startsWith("docs/");

/** The arguments of a call, from the text after its opening bracket. */
function argumentsIn(call: string): string {
  let open = 1;
  for (let at = 0; at < call.length; at += 1) {
    if (call[at] === "(") open += 1;
    if (call[at] === ")") open -= 1;
    if (open === 0) return call.slice(0, at);
  }
  return call;
}

describe("files", () => {
  test("are no barrels", () => {
    const found = sources.filter((file) => isBarrel(source(file)));
    expect(failureText("Import from the file that defines the name, and delete this one.", found)).toBe("");
  });

  test("a barrel is detected", () => {
    expect(isBarrel(parseText("a/index.ts", 'export * from "./b.ts"; export { c } from "./c.ts";'))).toBe(
      true,
    );
    expect(isBarrel(parseText("a/index.ts", 'import { c } from "./c.ts"; export { c };'))).toBe(true);
    expect(isBarrel(parseText("a/b.ts", 'export { c } from "./c.ts"; export const d = 1;'))).toBe(false);
  });

  test("are not named utils, helpers, common, misc, shared or lib", () => {
    const heap = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\.\w+)*(\/|$)/i;
    const found = files.filter((file) => heap.test(file));
    expect(failureText("Name it after what it does, beside the code that uses it.", found)).toBe("");
  });

  test("have default exports only where the framework needs them", () => {
    const found = sources.filter(
      (file) =>
        !defaultExportIsWanted(file) &&
        source(file).module.staticExports.some(({ entries }) =>
          entries.some(({ exportName }) => exportName.kind === "Default" || exportName.name === "default"),
        ),
    );
    expect(failureText("Export it by name.", found)).toBe("");
  });

  test("longer than 300 lines, or 500 for files of tests, do not exist", () => {
    const found = files
      .filter(isCounted)
      .map((file) => ({ file, lines: read(file).trimEnd().split("\n").length }))
      .filter(({ file, lines }) => lines > limitOf(file))
      .map(({ file, lines }) => `${file}: ${lines} lines`);
    expect(failureText("Split it by what it is about.", found)).toBe("");
  });

  test("of the shop with under 20 lines are of a kind in SHORT_KINDS, or known to all", () => {
    const importedBy = importers();
    const found = sources
      .filter((file) => /^(app|server)\//.test(file) && !isTest(file))
      .filter((file) => read(file).trimEnd().split("\n").length < 20)
      .filter((file) => (importedBy.get(file) ?? 0) < WELL_KNOWN)
      .filter((file) => !SHORT_KINDS.some(({ kind }) => kind.test(file)));
    expect(
      failureText(
        "Move it into the file that uses it, or that is about the same, or give the reason.",
        found,
      ),
    ).toBe("");
  });

  test("with tests have names that the runner finds", () => {
    const found = files.filter(
      (file) => /\.(spec|tests?)\.(ts|tsx|js|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file),
    );
    expect(failureText("Name it *.test.ts, or *.db.test.ts when it needs a database.", found)).toBe("");
  });

  test("with tests contain no skip, only or todo", () => {
    const found = sources.filter(isTest).flatMap((file) =>
      read(file)
        .split("\n")
        .map((text, index) => ({ text, line: index + 1 }))
        .filter(({ text }) => /\b(it|test|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/.test(text))
        .filter(({ text }) => !text.includes("skip|only"))
        .map(({ line }) => `${file}:${line}`),
    );
    expect(failureText("A test that does not run shows nothing: fix it or delete it.", found)).toBe("");
  });

  test("with tests give vi.waitFor a timeout", () => {
    const found = sources.filter(isTest).flatMap((file) => {
      const [, ...calls] = read(file).split(/vi\.waitFor\(/);
      return calls.filter((call) => !/timeout:|, \d\d_000/.test(argumentsIn(call))).map(() => file);
    });
    expect(failureText("Its default of a second is short on a busy machine.", found)).toBe("");
  });
});
