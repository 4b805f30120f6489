import { describe, expect, test } from "vitest";
import {
  formatPlace,
  formatPostalCode,
  isRegion,
  normalizePostalCode,
  postalAreas,
  publicPostalCode,
} from "./place.ts";

describe("a postal code", () => {
  test.each([
    ["NL", "1071 dj", "1071DJ", "1071"],
    ["NL", "1071", "1071", "1071"],
    ["DE", " 10117 ", "10117", "10117"],
    ["FR", "20 200", "20200", "20200"],
    ["GB", "sw19 5ae", "SW195AE", "SW19"],
    ["GB", "M1 1AE", "M11AE", "M1"],
    ["GB", "EC1A 1BB", "EC1A1BB", "EC1A"],
    ["GB", "E11", "E11", "E11"],
    ["US", "94103", "94103", "94103"],
    ["US", "94103-1234", "94103-1234", "94103"],
  ] as const)("in %s, %s, is stored as %s and shown as %s", (country, written, stored, shown) => {
    expect(normalizePostalCode(country, written)).toBe(stored);
    expect(publicPostalCode(country, stored)).toBe(shown);
  });

  test.each([
    ["NL", "107"],
    ["NL", "1071 D"],
    ["DE", "1071"],
    ["FR", "2A004"],
    ["GB", "10001"],
    ["GB", "SW19 5"],
    ["US", "9410"],
    ["US", ""],
  ] as const)("in %s cannot be %s", (country, written) => {
    expect(normalizePostalCode(country, written)).toBeNull();
  });
});

describe("a formatted postal code", () => {
  test.each([
    ["NL", "1012ab", "1012 AB"],
    ["NL", "1012", "1012"],
    ["GB", "sw1a1aa", "SW1A 1AA"],
    ["GB", "M1 1AE", "M1 1AE"],
    ["GB", "SW1A", "SW1A"],
    ["GB", "E11", "E11"],
    ["US", "941031234", "94103-1234"],
    ["US", "94103", "94103"],
    ["DE", "10 115", "10115"],
    ["FR", "nowhere", "nowhere"],
  ] as const)("in %s, %s, is %s", (country, code, written) => {
    expect(formatPostalCode(country, code)).toBe(written);
  });
});

describe("the areas that contain a postal code", () => {
  test.each([
    ["NL", "1071DJ", ["1071DJ", "1071", "107", "10", "1"]],
    ["NL", "1071", ["1071", "107", "10", "1"]],
    ["DE", "10117", ["10117", "1011", "101", "10", "1"]],
    ["US", "94103-1234", ["94103", "9410", "941", "94", "9"]],
    ["US", "941031234", ["94103", "9410", "941", "94", "9"]],
    ["GB", "SW195AE", ["SW195AE", "SW19", "SW"]],
    ["GB", "EC1A1BB", ["EC1A1BB", "EC1A", "EC1", "EC"]],
    ["GB", "SW19", ["SW19", "SW"]],
  ] as const)("are found for %s %s", (country, code, areas) => {
    expect(postalAreas(country, code)).toEqual(areas);
  });

  test("do not include E11 for E1 1AA, which is miles away", () => {
    expect(postalAreas("GB", "E11AA")).toEqual(["E11AA", "E1", "E"]);
  });
});

test("a postal code is shown with its town and country, or with the country alone when the town is unknown", () => {
  const place = { country: "NL", postalCode: "1012AB" } as const;
  expect(formatPlace(place, "Amsterdam")).toBe("1012 AB · Amsterdam, NL");
  expect(formatPlace(place, null)).toBe("1012 AB NL");
});

test.each([
  ["NL", "1012", "10"],
  ["DE", "10115", "101"],
  ["FR", "13200", "13"],
  ["GB", "SW1A", "SW"],
  ["US", "94103", "941"],
] as const)("in %s, %s is an area and %s is a region", (country, area, region) => {
  expect(isRegion(country, area)).toBe(false);
  expect(isRegion(country, region)).toBe(true);
});
