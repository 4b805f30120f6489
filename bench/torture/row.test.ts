import { expect, test } from "vitest";
import { line, withLine } from "./row.ts";

const row = { asked: "5xx 0", run: () => Promise.reject(new Error("It is not run here.")) };
const outcome = { ran: "ten requests", result: "5xx 0", faults: [] };

test("a line has what was asked, what ran, and whether it was met", () => {
  expect(line("R1", row, { ...outcome, recovery: 1_240 }, "today, seed 7")).toBe(
    "| R1 | 5xx 0 | ten requests | 5xx 0 | 1.2 s | yes | today, seed 7 |",
  );
  expect(line("R1", row, { ...outcome, faults: ["A | B\nfailed."] }, "today")).toBe(
    "| R1 | 5xx 0 | ten requests | 5xx 0 |  | **no**: A \\| B failed. | today |",
  );
});

test("a line replaces only the earlier one of its row, and rows keep their order", () => {
  const lineOf = (name: string, about: string) => line(name, row, outcome, about);
  const names = ["R1", "R2", "R3"];
  let text = "# Torture\n\nWhat it is.\n";
  for (const added of [lineOf("R3", "first"), lineOf("R1", "first"), lineOf("R3", "second")])
    text = withLine(text, names, added);
  expect(text).toMatch(/^# Torture\n\nWhat it is\.\n\n\| row \| asked /);
  expect(text.split("\n").slice(6)).toEqual([lineOf("R1", "first"), lineOf("R3", "second"), ""]);
});
