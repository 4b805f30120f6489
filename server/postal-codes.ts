import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { COUNTRIES } from "#app/domain/place.ts";
import { lockPostalCodes, placeListings } from "./postal-listings.ts";

/** Every code of the country that begins with `code` is near these coordinates (degrees, WGS 84). */
export interface PostalCode {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
}

const FILE = new URL("../db/data/postal-codes.csv", import.meta.url);
const HEADER = "country,code,place,latitude,longitude";
/** Rows in a statement. */
const BATCH = 10_000;

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/"([^"]*)"|[^",]+/g)].map(([cell, quoted]) => quoted ?? cell);
}

export function parsePostalCodes(csv: string): PostalCode[] {
  const [header, ...lines] = csv.trimEnd().split("\n");
  if (header !== HEADER) throw new Error(`The file of postal codes must begin with ${HEADER}.`);
  return lines.map((line, index) => {
    const [country = "", code = "", place = "", latitude, longitude, ...more] = cellsOf(line);
    const row = { country, code, place, latitude: Number(latitude), longitude: Number(longitude) };
    const whole = country && code && place && latitude && longitude && more.length === 0;
    if (!whole || Number.isNaN(row.latitude + row.longitude))
      throw new Error(`The file of postal codes: line ${index + 2} is no postal code.`);
    return row;
  });
}

/** The file that was loaded last. The comment on the table names it, so that it is dropped with the table. */
async function isLoaded(client: pg.ClientBase, edition: string): Promise<boolean> {
  const { rows } = await client.query<{ loaded: string | null }>(
    "select obj_description('postal_codes'::regclass, 'pg_class') as loaded",
  );
  return rows[0]?.loaded === edition;
}

/** Writes rows, except over those that an operator imported. */
async function write(client: pg.ClientBase, codes: readonly PostalCode[]): Promise<void> {
  await client.query(
    `insert into postal_codes (country, code, place, latitude, longitude, shipped)
     select *, true from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[])
     on conflict (country, code) do update
       set place = excluded.place, latitude = excluded.latitude, longitude = excluded.longitude
       where postal_codes.shipped
         and (postal_codes.place, postal_codes.latitude, postal_codes.longitude)
           is distinct from (excluded.place, excluded.latitude, excluded.longitude)`,
    [
      codes.map((row) => row.country),
      codes.map((row) => row.code),
      codes.map((row) => row.place),
      codes.map((row) => row.latitude),
      codes.map((row) => row.longitude),
    ],
  );
}

/**
 * Loads db/data/postal-codes.csv if it has changed, once even when several servers start, and moves the listings to the
 * new positions. The next start repeats interrupted work.
 * @returns how many codes the file has; 0 when it had not changed
 */
export async function loadPostalCodes(databaseUrl: string): Promise<number> {
  const csv = await readFile(FILE, "utf8");
  const edition = `postal-codes.csv ${hash("sha256", csv)}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (await isLoaded(client, edition)) return 0;
    await lockPostalCodes(client);
    if (await isLoaded(client, edition)) return 0;
    const codes = parsePostalCodes(csv);
    for (let first = 0; first < codes.length; first += BATCH)
      await write(client, codes.slice(first, first + BATCH));
    await placeListings(client, COUNTRIES);
    // The statement accepts no parameters; a hash has no quotes.
    await client.query(`comment on table postal_codes is '${edition}'`);
    return codes.length;
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}
