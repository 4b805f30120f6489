import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellsWithin, filterRadiusKm, NEAR_KM, REGION_KM, roughKm } from "./geo.ts";
import type { Coordinates } from "./place.ts";

const EARTH_KM = 6371.0088;
const SIZES = [9, 2, 0.5, 0.125];

/** The same cells as the database function `listing_cells`. */
function cellsOf({ latitude, longitude }: Coordinates): string[] {
  const east = longitude === 180 ? -180 : longitude;
  return SIZES.map((size, level) => `g${level}=${Math.floor(latitude / size)}:${Math.floor(east / size)}`);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** The position at a distance of `km` in a direction (0 is north, clockwise, in degrees). */
function awayFrom({ latitude, longitude }: Coordinates, km: number, direction: number): Coordinates {
  const angle = km / EARTH_KM;
  const [lat, bearing] = [radians(latitude), radians(direction)];
  const sine = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing);
  const endLatitude = Math.asin(Math.min(1, Math.max(-1, sine)));
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * Math.sin(endLatitude),
  );
  const turned = longitude + degrees(east);
  return { latitude: degrees(endLatitude), longitude: ((((turned + 180) % 360) + 360) % 360) - 180 };
}

/** Any position, with more samples at the grid's edges: the poles, the antimeridian, the corners of cells. */
const place = fc.record({
  latitude: fc.oneof(
    fc.integer({ min: -90_000, max: 90_000 }).map((thousandths) => thousandths / 1000),
    fc.constantFrom(-90, -89.99, -45, 0, 52, 89.6, 90),
  ),
  longitude: fc.oneof(
    fc.integer({ min: -180_000, max: 180_000 }).map((thousandths) => thousandths / 1000),
    fc.constantFrom(-180, -179.99, -9, 0, 4.5, 179.99, 180),
  ),
});
const radius = fc.oneof(
  fc.double({ min: 0, max: 300, noNaN: true }),
  fc.double({ min: 0, max: 20_015, noNaN: true }),
);

describe("the grid cells of a circle", () => {
  test("contain every position within the circle", () => {
    fc.assert(
      fc.property(
        place,
        radius,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (centre, km, part, direction) => {
          // Between 25 and 50 km, the result is a "near" cell, which near.db.test.ts checks.
          fc.pre(km <= 25 || km > NEAR_KM);
          const cells = cellsWithin(centre, km);
          const inside = awayFrom(centre, km * part, direction);
          return cells === null || cellsOf(inside).some((cell) => cells.includes(cell));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("are at most 48, of one size, and without duplicates", () => {
    fc.assert(
      fc.property(place, radius, (centre, km) => {
        const cells = cellsWithin(centre, km) ?? [];
        expect(cells.length).toBeLessThanOrEqual(48);
        expect(new Set(cells.map((cell) => cell.slice(0, 3))).size).toBeLessThanOrEqual(1);
        expect(new Set(cells).size).toBe(cells.length);
      }),
    );
  });

  test("around Amsterdam are larger for longer distances, and none for 20,000 km", () => {
    const amsterdam = { latitude: 52.37, longitude: 4.9 };
    expect(cellsWithin(amsterdam, 2)).toEqual(["g3=418:38", "g3=418:39", "g3=419:38", "g3=419:39"]);
    expect(cellsWithin(amsterdam, 50)).toEqual(["n=104:225"]);
    expect(cellsWithin(amsterdam, 100)?.length).toBeGreaterThan(1);
    expect(cellsWithin(amsterdam, 20_000)).toBeNull();
  });
});

test("a distance filter is widened to the size of a region only around an approximate position", () => {
  const centre = { latitude: 43.3, longitude: 5.37 };
  expect(filterRadiusKm(10, { ...centre, approximate: true })).toBe(REGION_KM);
  expect(filterRadiusKm(80, { ...centre, approximate: true })).toBe(80);
  expect(filterRadiusKm(10, { ...centre, approximate: false })).toBe(10);
});

test("a distance to an approximate position is rounded to multiples of 50 km, and is never zero", () => {
  expect([0, 20, 74, 76, 410].map(roughKm)).toEqual([50, 50, 50, 100, 400]);
});
