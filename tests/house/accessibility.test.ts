// docs/accessibility.md has a line for each criterion of WCAG 2.2, levels A and AA. This test checks these lines.
import { expect, test } from "vitest";
import { stateFaults, tags } from "./references.ts";
import { failureText, read } from "./source.ts";

const CRITERIA = {
  A: "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2",
  AA: "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3",
};
/** `- 1.1.1 A met: what is asked: how` */
const LINE = /^- (\d\.\d\.\d+) (AA?) (met, no test|met|limit|does not apply): (.*\S)$/;

const rows = read("docs/accessibility.md")
  .split("\n")
  .flatMap((line) => {
    const [, id = "", level, state = ""] = LINE.exec(line) ?? [];
    return id === "" ? [] : [{ id, level, state }];
  });

test("docs/accessibility.md has every criterion of levels A and AA once, and what is met has a test or says that it has none", () => {
  for (const level of ["A", "AA"] as const)
    expect(rows.filter((row) => row.level === level).map(({ id }) => id)).toEqual(CRITERIA[level].split(" "));
  const faults = rows.flatMap(({ id, state }) =>
    stateFaults(`W${id}`, state).map((fault) => `${id}: ${fault}`),
  );
  expect(failureText("Fix docs/accessibility.md.", faults)).toBe("");
  const known = new Set(rows.map(({ id }) => `W${id}`));
  expect(tags.filter(({ id }) => id.startsWith("W") && !known.has(id))).toEqual([]);
});
