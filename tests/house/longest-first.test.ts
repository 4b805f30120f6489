import { expect, test } from "vitest";
import { LONGEST } from "#tests/support/longest-first.ts";
import { exists } from "./source.ts";

test("every file in the list of slow files exists", () => {
  expect(LONGEST.filter((file) => !exists(file))).toEqual([]);
});
