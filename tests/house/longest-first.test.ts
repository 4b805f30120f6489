import { expect, test } from "vitest";
import { LONGEST } from "#tests/support/longest-first.ts";
import { exists } from "./source.ts";

test("the files that are run first are there", () => {
  expect(LONGEST.filter((file) => !exists(file))).toEqual([]);
});
