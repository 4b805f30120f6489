import { expect, test } from "vitest";
import { isUntouched, withTemplate } from "./rules.ts";

const TEXTS = ["No copies.", "No fraud."];

test("the text of a rule is offered while nobody wrote anything", () => {
  for (const typed of ["", " \n", "No fraud.", "No fraud.\n"]) {
    expect(isUntouched(typed, TEXTS)).toBe(true);
    expect(withTemplate(typed, "No copies.", TEXTS)).toBe("No copies.");
  }
});

test("what a moderator wrote stays, and gets the text once", () => {
  expect(isUntouched("The logo is wrong.", TEXTS)).toBe(false);
  const once = withTemplate("The logo is wrong.", "No copies.", TEXTS);
  expect(once).toBe("The logo is wrong.\n\nNo copies.");
  expect(withTemplate(once, "No copies.", TEXTS)).toBe(once);
});
