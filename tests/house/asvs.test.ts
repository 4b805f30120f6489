// docs/security.md has a line for each requirement of OWASP ASVS 5.0, levels 1 and 2. This test checks these lines.
import { describe, expect, test } from "vitest";
import { references, stateFaults, tags } from "./references.ts";
import { exists, failureText, read } from "./source.ts";

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly state: string;
  /** What is asked, and where it is met, or why not. */
  readonly text: string;
}

/** How many requirements of levels 1 and 2 each chapter has (version 5.0.0). */
const REQUIREMENTS: Readonly<Record<string, number>> = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};

/** The lines `- 1.1.1 L2 met: text`, and `- 1.2.6 L2, 1.2.7 L2 does not apply: text` for several with one reason. */
const LINE = /^- (\d[\d., L]*?) (met, no test|met|does not apply|not met): (.*\S)$/;

/** Matches a code span that is a file. Other code spans of a line are settings, headers and URLs. */
const FILE = /^((app|bench|db|docs|messages|server|tests)\/.+|[\w-]+\.json)$/;

function requirementsOf(page: string): { requirements: Requirement[]; unread: string[] } {
  const requirements: Requirement[] = [];
  const unread: string[] = [];
  for (const line of page.split("\n")) {
    const [, ids = "", state = "", text = ""] = LINE.exec(line) ?? [];
    for (const numbered of ids.split(", ")) {
      const [, id, level] = /^(\d+\.\d+\.\d+) L([12])$/.exec(numbered) ?? [];
      if (id !== undefined && level !== undefined) requirements.push({ id, level, state, text });
      else if (/^\W*\d+\.\d+\.\d/.test(line)) unread.push(line);
    }
  }
  return { requirements, unread };
}

function faultsOf({ id, level, state, text }: Requirement): string[] {
  const found: string[] = [];
  if (level === "1" && state === "not met") found.push("all of level 1 is met or does not apply");
  const named = references(text).filter(({ file }) => FILE.test(file));
  for (const { file } of named) if (!exists(file)) found.push(`there is no ${file}`);
  return [...found, ...stateFaults(`V${id}`, state)];
}

const { requirements: rows, unread } = requirementsOf(read("docs/security.md"));

describe("docs/security.md", () => {
  test("names only files that exist, what is met has a test or says that it has none, and all of level 1 is met or does not apply", () => {
    expect(failureText("Write `- 1.1.1 L2 met: text`.", unread)).toBe("");
    const found = rows.flatMap((row) => faultsOf(row).map((fault) => `${row.id}: ${fault}`));
    expect(failureText("Fix docs/security.md: a line follows the code that it speaks of.", found)).toBe("");
  });

  test("has every requirement that a title names", () => {
    const known = new Set(rows.map(({ id }) => `V${id}`));
    expect(tags.filter(({ id }) => id.startsWith("V") && !known.has(id))).toEqual([]);
  });

  test("has every requirement of levels 1 and 2 once, in order", () => {
    const counts: Record<string, number> = {};
    for (const { id } of rows) {
      const chapter = `V${id.split(".")[0]}`;
      counts[chapter] = (counts[chapter] ?? 0) + 1;
    }
    expect(counts).toEqual(REQUIREMENTS);
    expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
    const numbers = rows.map(({ id }) =>
      id.split(".").reduce((number, part) => number * 100 + Number(part), 0),
    );
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });
});

describe("a line of docs/security.md", () => {
  const row = { id: "1.1.1", level: "1", state: "met", text: "something: `package.json`, `Secure`" };

  test.each([
    [{ ...row, state: "not met" }, "all of level 1"],
    [{ ...row, text: "`app/nowhere.ts`" }, "there is no app/nowhere.ts"],
    [{ ...row, id: "0.0.0" }, "no test's title has [V0.0.0]"],
    [{ ...row, state: "met, no test" }, "a test's title has [V1.1.1]"],
  ])("with fault no. %# is reported", (wrong, fault) => expect(faultsOf(wrong).join()).toContain(fault));

  test("that is right has no fault", () => expect(faultsOf(row)).toEqual([]));

  test("is read with one number or several", () => {
    expect(requirementsOf("- 1.1.1 L1, 1.1.2 L2 does not apply: a").requirements).toEqual([
      { id: "1.1.1", level: "1", state: "does not apply", text: "a" },
      { id: "1.1.2", level: "2", state: "does not apply", text: "a" },
    ]);
    for (const wrong of [
      "- 1.1.1 L1 done: a",
      "- 1.1.1 L3 met: a",
      "- 1.1.1 met: a",
      "- 1.1.1 L1 met:",
      "| 1.1.1 | 1 |",
    ])
      expect(requirementsOf(wrong)).toEqual({ requirements: [], unread: [wrong] });
  });
});
