import { expect, test } from "vitest";
import { isSingular } from "./plural.ts";

test.each([
  ["en-GB", [1]],
  ["en-US", [1]],
  ["nl", [1]],
  ["de", [1]],
  ["fr", [0, 1]],
])("in %s, these counts have the singular: %j", (locale, singular) => {
  expect([0, 1, 2, 10, 21, 101].filter((count) => isSingular(count, locale))).toEqual(singular);
});
