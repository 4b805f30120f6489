import { describe, expect, test } from "vitest";
import {
  formatPlace,
  formatPostalCode,
  isRegion,
  normalizePostalCode,
  postalAreas,
  publicPostalCode,
} from "./place.ts";
import { readPostalCode } from "./postal-text.ts";

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

test.each([
  ["NL", "1012AB", "Amsterdam", "1012 AB Amsterdam, NL"],
  ["NL", "1071", "Amsterdam", "1071 Amsterdam, NL"],
  ["DE", "10115", "Berlin", "10115 Berlin, DE"],
  ["FR", "75001", "Paris 01", "75001 Paris 01, FR"],
  ["GB", "SW19", "Wimbledon", "Wimbledon SW19, GB"],
  ["US", "94103", "San Francisco", "San Francisco 94103, US"],
  ["NL", "1012AB", null, "1012 AB NL"],
] as const)("the place %s %s with the town %j is written %j", (country, postalCode, town, text) => {
  expect(formatPlace({ country, postalCode }, town)).toBe(text);
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

describe("a postal code as people write it", () => {
  test.each([
    ["DE", "D-10115", "10115"],
    ["DE", "D 10115", "10115"],
    ["DE", "DE–10115", "10115"],
    ["DE", "d‑10115 berlin", "10115"],
    ["DE", "10115 Berlin", "10115"],
    ["DE", "10115, Berlin-Mitte", "10115"],
    ["DE", "Berlin 10115", "10115"],
    ["DE", "Köln, D-50667", "50667"],
    ["DE", "60311 Frankfurt a.M.", "60311"],
    ["DE", "10115 Berlin, Deutschland", "10115"],
    ["DE", "１０１１５", "10115"],
    ["DE", "10 115 Berlin", "10115"],
    ["NL", "1012-AB", "1012AB"],
    ["NL", "1012–ab", "1012AB"],
    ["NL", "NL-1012 AB", "1012AB"],
    ["NL", "1012.AB", "1012AB"],
    ["NL", "1012/AB", "1012AB"],
    ["NL", "1012 - AB", "1012AB"],
    ["NL", "1012 AB (Amsterdam)", "1012AB"],
    ["NL", "1012ab/amsterdam", "1012AB"],
    ["DE", "PLZ: 10115", "10115"],
    ["DE", "10115/Berlin", "10115"],
    ["FR", "75001 Paris 1er", "75001"],
    ["FR", "75001 Paris 01", "75001"],
    ["FR", "69003 Lyon 3ème", "69003"],
    ["NL", "NL 1012AB Amsterdam", "1012AB"],
    ["NL", "1012 AB, Amsterdam", "1012AB"],
    ["NL", "1012ab amsterdam", "1012AB"],
    ["NL", "Amsterdam 1012 AB", "1012AB"],
    ["NL", "1012 Amsterdam", "1012"],
    ["NL", "3731 De Bilt", "3731"],
    ["NL", "3731 de bilt", "3731"],
    ["NL", "3731 GA De Bilt", "3731GA"],
    ["NL", "2513 Den Haag", "2513"],
    ["NL", "5211 's-Hertogenbosch", "5211"],
    ["NL", "1012\u00a0AB", "1012AB"],
    ["FR", "75001 Paris", "75001"],
    ["FR", "F-75001 PARIS", "75001"],
    ["FR", "FR-75001", "75001"],
    ["FR", "Paris (75001)", "75001"],
    ["FR", "75008 PARIS CEDEX 08", "75008"],
    ["FR", "13100 Aix-en-Provence", "13100"],
    ["FR", "64200 L’Haÿ", "64200"],
    ["GB", "GB-SW1A 1AA", "SW1A1AA"],
    ["GB", "SW1A-1AA", "SW1A1AA"],
    ["GB", "London SW1A 1AA", "SW1A1AA"],
    ["GB", "sw1a1aa, london", "SW1A1AA"],
    ["GB", "UK M1 1AE Manchester", "M11AE"],
    ["GB", "London E1", "E1"],
    ["GB", "E1, London", "E1"],
    ["US", "94103–1234", "94103-1234"],
    ["US", "San Francisco, CA 94103-1234", "94103-1234"],
    ["US", "CA 94103", "94103"],
    ["US", "US-94103", "94103"],
    ["US", "94103 San Francisco", "94103"],
  ] as const)("in %s, %j, is %s", (country, written, code) => {
    expect(readPostalCode(country, written)).toBe(code);
  });

  test.each([
    ["NL", "D-10115"],
    ["DE", "F-75001"],
    ["DE", "F 75001"],
    ["DE", "75001 Paris, France"],
    ["DE", "A-1010 Wien"],
    ["NL", "B-1000 Brussel"],
    ["NL", "B 1000"],
    ["NL", "1000 Brussel, België"],
    ["FR", "US 94103"],
    ["DE", "10115 20095"],
    ["DE", "101150"],
    ["DE", "Hauptstr. 5, 10115 Berlin"],
    ["DE", "Berlin"],
    ["NL", "1012 A"],
    ["NL", "1012 ABC1"],
    ["GB", "SW1A 1A"],
    ["GB", "London"],
    ["US", "94103-12"],
    ["US", "94103.5"],
    ["FR", `75001 ${"x".repeat(60)}`],
  ] as const)("in %s, is not read from %j", (country, written) => {
    expect(readPostalCode(country, written)).toBeNull();
  });

  test("is read back as the shop prints it, with its town, sign and country", () => {
    for (const [country, code, sign, town] of [
      ["NL", "1012AB", "NL-", "Amsterdam"],
      ["DE", "10115", "D-", "Berlin"],
      ["FR", "75001", "F-", "Paris"],
      ["GB", "SW1A1AA", "GB-", "London"],
      ["US", "94103-1234", "US-", "San Francisco"],
    ] as const) {
      const printed = formatPostalCode(country, code);
      const place = formatPlace({ country, postalCode: code }, town);
      for (const text of [printed, `${sign}${printed}`, printed.toLowerCase(), `${town} ${printed}`, place])
        expect([text, readPostalCode(country, text)]).toEqual([text, code]);
    }
  });
});
