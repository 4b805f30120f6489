import { expect, test } from "vitest";
import { hasName, storedText } from "./stored-name.ts";

const TEXTS = { open: (name: string) => `Open for ${name}`, closed: () => "Closed" };

test("a stored name has its text; a name of a newer version is shown as it is stored", () => {
  expect(storedText(TEXTS, "open", "anna")).toBe("Open for anna");
  for (const name of ["trumpeted", "", "constructor", "__proto__"]) {
    expect(storedText(TEXTS, name, "anna")).toBe(name);
    expect(hasName(TEXTS, name)).toBe(false);
  }
});
