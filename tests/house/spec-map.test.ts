// docs/spec-map.md has a row for every statement of the specification. This test checks these rows.
import { describe, expect, test } from "vitest";
import { hasTitleOrText, references, titlesOf, untagged } from "./references.ts";
import { exists, failureText, files } from "./source.ts";
import { parseRows, parseState, type Row, rows } from "./spec-rows.ts";

/** How many statements each section has. Rows are added at the end of a section and never removed. */
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

/** The ids of statements in the titles of all tests, each with the file of the test. */
const tags: readonly { id: string; file: string }[] = files
  .filter((file) => /\.test\.tsx?$/.test(file))
  .flatMap((file) => titlesOf(file).flatMap((title) => untagged(title).ids.map((id) => ({ id, file }))));
const shown: ReadonlySet<string> = new Set(tags.map(({ id }) => id));

function faults(row: Row): string[] {
  const state = parseState(row.state);
  if (!state) return [`the state "${row.state}" is none of those that the page explains`];
  const found: string[] = [];
  if (row.statement === "") found.push("the statement is empty");
  const places = references(row.where);
  for (const { file, name } of places) {
    if (!exists(file)) found.push(`there is no ${file}`);
    else if (name !== undefined && !hasTitleOrText(file, name)) found.push(`${file} has no "${name}"`);
  }
  if (row.where !== "—" && places.length === 0)
    found.push(`"${row.where}" names no file: write it in backticks, or —`);
  if (state.done && places.length === 0) found.push("done, but it does not say where");
  if (state.done && !shown.has(row.id)) found.push("done, but no test's title has its id");
  if (state.decision && !files.some((file) => file.startsWith(`docs/decisions/${state.decision}-`)))
    found.push(`there is no decision ${state.decision}`);
  return found;
}

describe("docs/spec-map.md", () => {
  test("names only files and decisions that exist, and finished statements have a test", () => {
    const found = rows.flatMap((row) => faults(row).map((fault) => `line ${row.line}, ${row.id}: ${fault}`));
    expect(failureText("Fix docs/spec-map.md: a row follows the code that it speaks of.", found)).toBe("");
  });

  test("has every statement that a test's tag names", () => {
    const known = new Set(rows.map(({ id }) => id));
    const found = tags.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: ${id}`);
    expect(failureText("These ids are in no row of docs/spec-map.md.", found)).toBe("");
  });

  test("numbers every statement once and drops none", () => {
    const counts: Record<string, number> = {};
    const found: string[] = [];
    for (const { id, line } of rows) {
      const [section = "", number] = id.split(".");
      counts[section] = (counts[section] ?? 0) + 1;
      if (Number(number) !== counts[section])
        found.push(`line ${line}: ${id} should be ${section}.${counts[section]}`);
    }
    expect(failureText("Ids are for ever: add a row at the end of its section, take none out.", found)).toBe(
      "",
    );
    expect(counts).toEqual(STATEMENTS);
  });

  test("has no statement that is planned for an issue that is closed", () => {
    const promised = rows.filter(({ state }) => FINISHED.includes(parseState(state)?.issue ?? ""));
    const fix =
      "These were to be built by an issue that is finished: build them, or say which later issue does.";
    expect(
      failureText(
        fix,
        promised.map(({ id, statement }) => `${id} ${statement}`),
      ),
    ).toBe("");
  });
});

/** Issues that are closed: no row may still wait for one of them. */
const FINISHED: readonly string[] = ["1", "2", "3", "4", "5", "6", "7"];

describe("a row of docs/spec-map.md", () => {
  const row = { id: "A1.1", statement: "s", where: "`package.json`", state: "done", line: 1 };

  test.each([
    [{ ...row, id: "A0.1" }, "no test's title has its id"],
    [{ ...row, where: "—" }, "does not say where"],
    [{ ...row, where: "`app/nowhere.ts`" }, "there is no app/nowhere.ts"],
    [{ ...row, where: "`tests/house/files.test.ts › no such title`" }, "has no"],
    [{ ...row, state: "issue 9 · chess" }, "none of those"],
    [{ ...row, state: "issue 3 · rackets" }, "none of those"],
    [{ ...row, state: "deviates: decision 9999" }, "there is no decision 9999"],
    [{ ...row, where: "somewhere" }, "names no file"],
  ])("with fault no. %# is reported", (wrong, fault) => expect(faults(wrong).join()).toContain(fault));

  test("passes when it is right", () => expect(faults(row)).toEqual([]));

  test("is named by its id in brackets at the end of a test title, and by nothing else", () => {
    expect(untagged("saves [A2.3 M4.11]")).toEqual({ name: "saves", ids: ["A2.3", "M4.11"] });
    for (const title of ["saves", "a list [A2.3] is saved", "reads [photo]"])
      expect(untagged(title)).toEqual({ name: title, ids: [] });
  });

  test("may have an escaped bar in a cell", () => {
    expect(parseRows("| A1.1 | one \\| two | — | done |")[0]?.statement).toBe("one \\| two");
  });
});
