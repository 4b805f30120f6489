import { expect, test } from "vitest";
import { isId } from "./ids.ts";

test("only a complete UUID is an id", () => {
  expect(isId("01980000-0000-7000-8000-00000000abcd")).toBe(true);
  for (const text of [
    undefined,
    "",
    "x",
    "01980000-0000-7000-8000-00000000abcg",
    "01980000-0000-7000-8000-00000000abcd\n",
  ])
    expect(isId(text)).toBe(false);
});
