import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isCountry, normalizePostalCode, publicPostalCode } from "#app/domain/place.ts";
import { parsePostalRegions } from "./postal-shipped.ts";

const areas = parsePostalRegions(
  readFileSync(new URL("../db/data/postal-areas.csv", import.meta.url), "utf8"),
);
const byCode = new Map(areas.map((area) => [`${area.country} ${area.code}`, area]));

describe("the postal areas", () => {
  test("are 27,310, each listed once", () => {
    expect(areas).toHaveLength(27_310);
    expect(byCode.size).toBe(areas.length);
  });

  test("are as precise as the part of a listing's postal code that everybody may see", () => {
    const others = areas.filter(
      ({ country, code }) =>
        isCountry(country) &&
        (normalizePostalCode(country, code) !== code || publicPostalCode(country, code) !== code),
    );
    expect(others).toEqual([]);
  });

  test.each([
    ["NL 1071", "Amsterdam", 52.36, 4.88],
    ["DE 80331", "München", 48.14, 11.57],
    ["FR 13200", "Arles", 43.68, 4.63],
    ["FR 13001", "Marseille 01", 43.3, 5.38],
    ["GB SW1A", "Westminster Abbey", 51.5, -0.13],
    ["BE 1000", "Bruxelles", 50.85, 4.35],
    ["AT 1010", "Wien, Innere Stadt", 48.21, 16.37],
  ])("contain %s at %s", (code, place, latitude, longitude) => {
    const area = byCode.get(code);
    expect(area?.place).toBe(place);
    expect(area?.latitude).toBeCloseTo(latitude, 1);
    expect(area?.longitude).toBeCloseTo(longitude, 1);
  });
});
