import { expect, test } from "vitest";
import { together } from "./together.server.ts";

test("what is looked up in one go is read at once, each thing once; what comes later is read anew", async () => {
  const calls: string[][] = [];
  const look = together(async (keys) => {
    calls.push([...keys]);
    return new Map(keys.filter((key) => key !== "missing").map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all(["a", "b", "a", "missing"].map(look))).toEqual(["A", "B", "A", undefined]);
  expect(await look("a")).toBe("A");
  expect(calls).toEqual([["a", "b", "missing"], ["a"]]);
});

test("an error is everybody's, and not that of the next", async () => {
  let isAway = true;
  const look = together(async (keys) => {
    if (isAway) throw new Error("away");
    return new Map(keys.map((key) => [key, key]));
  });
  const both = await Promise.allSettled([look("a"), look("b")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await look("a")).toBe("a");
});
