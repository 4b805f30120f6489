import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";

/** A postal region: every code of the country that begins with `code` is near these coordinates (degrees, WGS 84). */
export interface PostalRegion {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

const FILE = new URL("../db/data/postal-regions.csv", import.meta.url);
const HEADER = "country,code,place,latitude,longitude";

/** Reads db/data/postal-regions.csv, whose cells need no quotes. */
export function parsePostalRegions(csv: string): PostalRegion[] {
  const [header, ...lines] = csv.trimEnd().split("\n");
  if (header !== HEADER) throw new Error(`postal-regions.csv must begin with ${HEADER}.`);
  return lines.map((line, index) => {
    const [country = "", code = "", place = "", latitude, longitude, ...more] = line.split(",");
    const region = { country, code, place, latitude: Number(latitude), longitude: Number(longitude) };
    const whole = country && code && place && latitude && longitude && more.length === 0;
    if (!whole || Number.isNaN(region.latitude + region.longitude)) {
      throw new Error(`postal-regions.csv: line ${index + 2} is not a region.`);
    }
    return region;
  });
}

/**
 * Brings the table `postal_codes` up to the file, when that has changed since the last time; safe when several
 * servers start at once. Finer codes that an operator has added stay.
 * @returns how many regions were written: 0 when nothing had changed
 */
export async function loadPostalRegions(databaseUrl: string): Promise<number> {
  const csv = await readFile(FILE, "utf8");
  // What was loaded is written on the table itself, so it comes and goes with it.
  const mark = `postal-regions.csv ${createHash("sha256").update(csv).digest("hex")}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (await isMarked(client, mark)) return 0;
    const regions = parsePostalRegions(csv);
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended('postal regions', 0))");
    if (await isMarked(client, mark)) return 0;
    await client.query(
      `insert into postal_codes (country, code, place, latitude, longitude)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
       on conflict (country, code) do update
         set place = excluded.place, latitude = excluded.latitude, longitude = excluded.longitude`,
      [
        regions.map((region) => region.country),
        regions.map((region) => region.code),
        regions.map((region) => region.place),
        regions.map((region) => region.latitude),
        regions.map((region) => region.longitude),
      ],
    );
    await client.query(`comment on table postal_codes is '${mark}'`);
    await client.query("commit");
    return regions.length;
  } finally {
    // An open transaction ends with its connection.
    await client.end();
  }
}

async function isMarked(client: pg.Client, mark: string): Promise<boolean> {
  const { rows } = await client.query("select obj_description('postal_codes'::regclass, 'pg_class') as mark");
  return rows[0]?.mark === mark;
}
