// docs/spec-map.md has a line for every statement of the specification. This test checks these lines.
import { describe, expect, test } from "vitest";
import { tags, untagged } from "./references.ts";
import { failureText, files, read } from "./source.ts";
import { faults, parseStatements, statements } from "./spec-rows.ts";

/** How many statements each section has. Lines are added at the end of a section and never removed. */
const STATEMENTS: Readonly<Record<string, number>> = {
  A1: 8,
  A2: 120,
  A3: 16,
  A4: 24,
  A5: 18,
  A6: 9,
  A7: 43,
  A8: 37,
  A9: 30,
  M1: 10,
  M2: 97,
  M3: 23,
  M4: 16,
  M5: 40,
  M6: 11,
  M7: 32,
  M8: 33,
  M9: 58,
};

const tagged = tags.filter(({ id }) => /^[AM]/.test(id));
const shown: ReadonlySet<string> = new Set(tagged.map(({ id }) => id));

/** The id of a statement in a line of a comment. */
const IN_COMMENT = /(^\s*\/?\*|\/\/ ).*(?<![\w.])[AM]\d\.\d+(?![\w.]?\d)/;

describe("docs/spec-map.md", () => {
  test("has a state for every statement", () => {
    expect(failureText("Write `- A1.1 done: text` or `- A1.1 decision NNNN: text`.", faults)).toBe("");
  });

  test("has a test for every finished statement", () => {
    const silent = statements.filter(({ id, state }) => state === "done" && !shown.has(id));
    const fix = "End the title of a test that shows it with [its id].";
    expect(
      failureText(
        fix,
        silent.map(({ id, text }) => `${id} ${text}`),
      ),
    ).toBe("");
  });

  test("has every statement that a title names", () => {
    const known = new Set(statements.map(({ id }) => id));
    const found = tagged.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: ${id}`);
    expect(failureText("These ids are not in docs/spec-map.md.", found)).toBe("");
  });

  test("is named by titles of tests only: the code finds its statements by its tests", () => {
    const found = files
      .filter((file) => /^(app|server)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        read(file)
          .split("\n")
          .flatMap((text, index) => (IN_COMMENT.test(text) ? [`${file}:${index + 1} ${text.trim()}`] : [])),
      );
    expect(failureText("Name the statement in the title of a test.", found)).toBe("");
  });

  test("numbers every statement once and drops none", () => {
    const counts: Record<string, number> = {};
    const found: string[] = [];
    for (const { id, line } of statements) {
      const [section = "", number] = id.split(".");
      counts[section] = (counts[section] ?? 0) + 1;
      if (Number(number) !== counts[section])
        found.push(`line ${line}: ${id} should be ${section}.${counts[section]}`);
    }
    expect(failureText("Ids are for ever: add at the end of a section, take none out.", found)).toBe("");
    expect(counts).toEqual(STATEMENTS);
  });

  test("is read line by line", () => {
    expect(parseStatements("- A1.1 done: a `b|c`\n- A1.2 decision 0006: b\n\n- see A1.1")).toEqual({
      statements: [
        { id: "A1.1", state: "done", text: "a `b|c`", line: 1 },
        { id: "A1.2", state: 6, text: "b", line: 2 },
      ],
      faults: [],
    });
    for (const wrong of ["- A1.1: a", "- A1.1 later: a", "- A1.1 done:", "| A1.1 | a | done |"])
      expect(parseStatements(wrong).faults).toHaveLength(1);
  });

  test("is named by ids in brackets at the end of a test title, and by nothing else", () => {
    expect(untagged("saves [A2.3 M4.11]")).toEqual({ name: "saves", ids: ["A2.3", "M4.11"] });
    for (const title of ["saves", "a list [A2.3] is saved", "reads [photo]"])
      expect(untagged(title)).toEqual({ name: title, ids: [] });
  });
});
