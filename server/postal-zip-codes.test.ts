import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normalizePostalCode } from "#app/domain/place.ts";
import { zipCodesCsv } from "../scripts/us-zip-codes.ts";
import { parsePostalRegions } from "./postal-shipped.ts";

const csv = readFileSync(new URL("../db/data/us-zip-codes.csv", import.meta.url), "utf8");
const zipCodes = parsePostalRegions(csv);
const byCode = new Map(zipCodes.map((one) => [one.code, one]));

describe("the ZIP codes", () => {
  test("are those of the package `zipcodes`: otherwise run npm run data:zip-codes", () => {
    expect(csv === zipCodesCsv()).toBe(true);
  });

  test("are whole codes of the United States, each once", () => {
    expect(zipCodes.length).toBeGreaterThan(41_000);
    expect(byCode.size).toBe(zipCodes.length);
    const odd = zipCodes.filter(
      ({ country, code }) =>
        country !== "US" || code.length !== 5 || normalizePostalCode("US", code) !== code,
    );
    expect(odd).toEqual([]);
  });

  test("leave out military post offices, and codes that the package locates wrongly", () => {
    for (const code of ["09001", "34002", "96201", "10200", "86555", "99506"])
      expect(byCode.has(code)).toBe(false);
  });

  test.each([
    ["10001", "New York", 40.75, -73.99],
    ["02139", "Cambridge", 42.37, -71.11],
    ["33139", "Miami Beach", 25.79, -80.13],
    ["60614", "Chicago", 41.92, -87.65],
    ["78704", "Austin", 30.24, -97.77],
    ["80202", "Denver", 39.75, -105.0],
    ["94103", "San Francisco", 37.77, -122.41],
    ["99503", "Anchorage", 61.19, -149.89],
    ["96815", "Honolulu", 21.28, -157.83],
    ["00901", "San Juan", 18.47, -66.11],
    ["96910", "Hagatna", 13.47, 144.75],
  ])("place %s in %s", (code, place, latitude, longitude) => {
    const found = byCode.get(code);
    expect(found?.place).toBe(place);
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.08);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.08);
  });
});
