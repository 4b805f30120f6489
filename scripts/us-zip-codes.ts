// npm run data:zip-codes: writes db/data/us-zip-codes.csv from the package `zipcodes` (docs/decisions/0014).
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

interface ZipCode {
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string;
}

/**
 * South, west, north, east of the areas with American mail: the mainland and the other states, then the Caribbean and
 * the Pacific.
 */
const BOXES = [
  [24.4, -124.9, 49.5, -66.9],
  [51.2, -180, 71.5, -129.9],
  [18.8, -160.4, 22.4, -154.7],
  [17.6, -67.4, 18.6, -64.5],
  [-14.6, -171.2, -11, -168],
  [5, 131, 20.7, 173],
] as const;

/** Codes of army post offices, whose coordinates are arbitrary or missing (0, 0). */
const ARMED_FORCES = /^(09|340|96[2-6])/;

/** Codes with wrong coordinates in the package. Without them the shop uses their region, which is more accurate. */
const ASTRAY = new Set(["86555", "99505", "99506"]);

/** The package's ZIP codes with valid coordinates, in order, in the format of db/data/us-zip-codes.csv. */
export function zipCodesCsv(): string {
  const { codes } = createRequire(import.meta.url)("zipcodes/lib/codes.js") as {
    codes: Readonly<Record<string, ZipCode>>;
  };
  const lines = Object.values(codes)
    .filter(({ zip }) => !ARMED_FORCES.test(zip) && !ASTRAY.has(zip))
    .filter(({ latitude, longitude }) => isInside(latitude, longitude))
    .sort((one, other) => one.zip.localeCompare(other.zip, "en"))
    .map(({ zip, city, latitude, longitude }) => `US,${zip},${city},${latitude},${longitude}\n`);
  return `country,code,place,latitude,longitude\n${lines.join("")}`;
}

function isInside(latitude: number, longitude: number): boolean {
  return BOXES.some(
    ([south, west, north, east]) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
}

if (import.meta.main) {
  const csv = zipCodesCsv();
  writeFileSync(new URL("../db/data/us-zip-codes.csv", import.meta.url), csv);
  console.log(`db/data/us-zip-codes.csv holds ${csv.split("\n").length - 2} ZIP codes.`);
}
