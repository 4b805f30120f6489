import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { cellsWithin, NEAR_KM } from "#app/domain/geo.ts";
import type { Coordinates } from "#app/domain/place.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";

openDatabase();

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** The coordinates `km` away from others in a direction (in degrees, clockwise, 0 is north). */
function awayFrom({ latitude, longitude }: Coordinates, km: number, direction: number): Coordinates {
  const angle = km / 6371.0088;
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

/**
 * Any coordinates on the globe, and more often those where grid rows and columns end: the poles, the antimeridian, the
 * equator.
 */
const place = fc.record({
  latitude: fc.oneof(
    fc.integer({ min: -90e6, max: 90e6 }).map((millionths) => millionths / 1e6),
    fc.constantFrom(-90, -89.99, -60, -0.25, 0, 0.5, 52, 52.5, 89.6, 90),
  ),
  longitude: fc.oneof(
    fc.integer({ min: -180e6, max: 180e6 }).map((millionths) => millionths / 1e6),
    fc.constantFrom(-180, -179.99, -9, 0, 4.5, 179.99, 180),
  ),
});

async function cellsOf(places: readonly Coordinates[]): Promise<string[][]> {
  const { rows } = await sql<{ cells: string[] }>`
    select listing_near(latitude, longitude) as cells
    from rows from (unnest(${places.map((one) => one.latitude)}::float8[]), unnest(${places.map((one) => one.longitude)}::float8[]))
      with ordinality as place (latitude, longitude, at) order by at
  `.execute(db());
  return rows.map((row) => row.cells);
}

describe("the grid cells of a listing in the search index", () => {
  test("include the cell of every search centre within 50 km, anywhere on the globe", async () => {
    const drawn = fc.sample(
      fc.tuple(
        place,
        fc.integer({ min: 0, max: 1000 }).map((part) => (part * NEAR_KM) / 1000),
        fc.integer({ min: 0, max: 359 }),
      ),
      { numRuns: 20_000, seed: 3 },
    );
    const carried = await cellsOf(drawn.map(([centre, km, direction]) => awayFrom(centre, km, direction)));
    const missed = drawn.filter(([centre], at) => {
      const [cell, ...others] = cellsWithin(centre, NEAR_KM) ?? [];
      expect(others).toEqual([]);
      return !carried[at]?.includes(cell ?? "");
    });
    expect(missed).toEqual([]);
  });

  test("are at most twelve in a populated area", async () => {
    const [amsterdam, dallas] = await cellsOf([
      { latitude: 52.37, longitude: 4.9 },
      { latitude: 32.78, longitude: -96.8 },
    ]);
    expect(amsterdam?.length).toBeLessThanOrEqual(12);
    expect(dallas?.length).toBeLessThanOrEqual(12);
  });
});
