// docs/security.md has a row for each requirement of OWASP ASVS 5.0, levels 1 and 2. This test checks these rows.
import { describe, expect, test } from "vitest";
import { references, stateFaults, tags } from "./references.ts";
import { exists, failureText, read } from "./source.ts";

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly asks: string;
  readonly state: string;
  readonly where: string;
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

const STATES = ["met", "met, no test", "does not apply", "not met"];

/** Matches a code span that is a file. Other code spans of a row are settings, headers and URLs. */
const FILE = /^((app|bench|db|docs|messages|server|tests)\/.+|[\w-]+\.json)$/;

function requirementsOf(page: string): Requirement[] {
  return page.split("\n").flatMap((line) => {
    if (!/^\| \d+\.\d+\.\d+ \|/.test(line)) return [];
    const cells = line.slice(1, line.lastIndexOf("|")).split("|");
    const [id = "", level = "", asks = "", state = "", where = ""] = cells.map((cell) => cell.trim());
    return [{ id, level, asks, state: cells.length === 5 ? state : "not five columns", where }];
  });
}

function faultsOf({ id, level, asks, state, where }: Requirement): string[] {
  const found: string[] = [];
  if (!STATES.includes(state)) found.push(`the state "${state}" is none of: ${STATES.join(", ")}`);
  if (level !== "1" && level !== "2") found.push(`level ${level} is not gone through`);
  if (level === "1" && state === "not met") found.push("all of level 1 is met or does not apply");
  if (asks === "" || where === "")
    found.push("it does not say what is asked, or where it is met, or why not");
  const files = references(where).filter(({ file }) => FILE.test(file));
  for (const { file } of files) if (!exists(file)) found.push(`there is no ${file}`);
  return [...found, ...stateFaults(`V${id}`, state)];
}

const rows = requirementsOf(read("docs/security.md"));

describe("docs/security.md", () => {
  test("names only files that exist, what is met has a test or says that it has none, and all of level 1 is met or does not apply", () => {
    const found = rows.flatMap((row) => faultsOf(row).map((fault) => `${row.id}: ${fault}`));
    expect(failureText("Fix docs/security.md: a row follows the code that it speaks of.", found)).toBe("");
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

describe("a row of docs/security.md", () => {
  const row = {
    id: "1.1.1",
    level: "1",
    asks: "something",
    state: "met",
    where: "`package.json`, `Secure`",
  };

  test.each([
    [{ ...row, state: "done" }, "is none of"],
    [{ ...row, level: "3" }, "level 3"],
    [{ ...row, state: "not met" }, "all of level 1"],
    [{ ...row, where: "" }, "does not say"],
    [{ ...row, where: "`app/nowhere.ts`" }, "there is no app/nowhere.ts"],
    [{ ...row, id: "0.0.0" }, "no test's title has [V0.0.0]"],
    [{ ...row, state: "met, no test" }, "a test's title has [V1.1.1]"],
  ])("with fault no. %# is reported", (wrong, fault) => expect(faultsOf(wrong).join()).toContain(fault));

  test("that is right has no fault", () => expect(faultsOf(row)).toEqual([]));
});
