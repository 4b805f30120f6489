import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type pg from "pg";

/** Every code of the country that begins with `code` is near these coordinates (degrees, WGS 84). */
export interface PostalRegion {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

const HEADER = "country,code,place,latitude,longitude";

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/"([^"]*)"|[^",]+/g)].map(([cell, quoted]) => quoted ?? cell);
}

export function parsePostalRegions(csv: string): PostalRegion[] {
  const [header, ...lines] = csv.trimEnd().split("\n");
  if (header !== HEADER) throw new Error(`A file of postal regions must begin with ${HEADER}.`);
  return lines.map((line, index) => {
    const [country = "", code = "", place = "", latitude, longitude, ...more] = cellsOf(line);
    const region = { country, code, place, latitude: Number(latitude), longitude: Number(longitude) };
    const whole = country && code && place && latitude && longitude && more.length === 0;
    if (!whole || Number.isNaN(region.latitude + region.longitude)) {
      throw new Error(`A file of postal regions: line ${index + 2} is not a region.`);
    }
    return region;
  });
}

/** `mark` has the checksum of the file; the database stores it when the file has been loaded. */
export interface ShippedFile {
  readonly csv: string;
  readonly mark: string;
}

export async function shippedFile(name: string): Promise<ShippedFile> {
  const csv = await readFile(new URL(`../db/data/${name}`, import.meta.url), "utf8");
  return { csv, mark: `${name} ${createHash("sha256").update(csv).digest("hex")}` };
}

/** The marks are lines of the comment on the table, so that they are dropped with the table. */
async function marks(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ marks: string | null }>(
    "select obj_description('postal_codes'::regclass, 'pg_class') as marks",
  );
  return rows[0]?.marks?.split("\n") ?? [];
}

export async function isMarked(client: pg.ClientBase, mark: string): Promise<boolean> {
  return (await marks(client)).includes(mark);
}

/** Replaces the mark that begins with the same word. Call `lockMarks` before, in the same transaction. */
export async function setMark(client: pg.ClientBase, mark: string): Promise<void> {
  const [word] = mark.split(" ");
  const others = (await marks(client)).filter((other) => other.split(" ")[0] !== word);
  // The statement accepts no parameters; file names and hashes have no quotes.
  await client.query(`comment on table postal_codes is '${[...others, mark].join("\n")}'`);
}

/** Other servers cannot set marks until the transaction ends. */
export async function lockMarks(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('postal marks', 0))");
}

/** Writes shipped rows, except over those that an operator imported. */
export async function writeShipped(client: pg.ClientBase, regions: readonly PostalRegion[]): Promise<void> {
  await client.query(
    `insert into postal_codes (country, code, place, latitude, longitude, shipped)
     select *, true from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
     on conflict (country, code) do update
       set place = excluded.place, latitude = excluded.latitude, longitude = excluded.longitude
       where postal_codes.shipped
         and (postal_codes.place, postal_codes.latitude, postal_codes.longitude)
           is distinct from (excluded.place, excluded.latitude, excluded.longitude)`,
    [
      regions.map((region) => region.country),
      regions.map((region) => region.code),
      regions.map((region) => region.place),
      regions.map((region) => region.latitude),
      regions.map((region) => region.longitude),
    ],
  );
}
