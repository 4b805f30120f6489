import { expect, test } from "vitest";
import { LONGEST } from "#tests/support/longest-first.ts";
import { exists } from "./source.ts";

test("the files that run first exist", () => {
  expect(LONGEST.filter((file) => !exists(file))).toEqual([]);
});
