import { expect, test } from "vitest";
import { chosenIn } from "./filter-form.ts";

test("what a form chooses is compared with an address without its number of appended pages", () => {
  expect(chosenIn("?brand=Head&pages=3")).toBe("brand=Head");
  expect(chosenIn("?pages=3")).toBe(chosenIn(""));
});
