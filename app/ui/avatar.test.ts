import { expect, test } from "vitest";
import { hueOf } from "./avatar.tsx";

test("a name has the same hue in upper and lower case", () => {
  expect(hueOf("Sanne")).toBe(hueOf("sanne"));
});

test("five hundred names use all twelve hues", () => {
  const names = Array.from({ length: 500 }, (_, nth) => `player${nth}`);
  const hues = new Set(names.map(hueOf));
  expect([...hues].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 12 }, (_, nth) => nth * 30),
  );
  expect(new Set(["sanne", "jeroen_b", "frauke_hh", "camille"].map(hueOf)).size).toBeGreaterThan(2);
});
