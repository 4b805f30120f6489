import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { COUNTRIES } from "#app/domain/place.ts";
import { lockPostalCodes, placeListings } from "./postal-listings.ts";

const FILE = createRequire(import.meta.url).resolve("#db/data/postal-codes.csv");

/** The file that was loaded last. The comment on the table names it, so that it is dropped with the table. */
async function isLoaded(client: pg.ClientBase, edition: string): Promise<boolean> {
  const { rows } = await client.query<{ loaded: string | null }>(
    "select obj_description('postal_codes'::regclass, 'pg_class') as loaded",
  );
  return rows[0]?.loaded === edition;
}

/**
 * Writes the rows of the file, except over those that an operator imported. Returns how many it has.
 * @throws the database's error, with the line, for a file without this heading or with a cell missing
 */
async function write(client: pg.ClientBase, csv: string): Promise<number> {
  await client.query(
    `create temporary table incoming (country text not null, code text not null, place text not null,
       latitude float8 not null, longitude float8 not null)`,
  );
  const copy = client.query(copyFrom("copy incoming from stdin with (format csv, header match)"));
  copy.end(csv);
  await finished(copy);
  await client.query(
    `insert into postal_codes (country, code, place, latitude, longitude, shipped)
     select *, true from incoming
     on conflict (country, code) do update
       set place = excluded.place, latitude = excluded.latitude, longitude = excluded.longitude
       where postal_codes.shipped
         and (postal_codes.place, postal_codes.latitude, postal_codes.longitude)
           is distinct from (excluded.place, excluded.latitude, excluded.longitude)`,
  );
  return copy.rowCount;
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
    const count = await write(client, csv);
    await placeListings(client, COUNTRIES);
    // The statement accepts no parameters; a hash has no quotes.
    await client.query(`comment on table postal_codes is '${edition}'`);
    return count;
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}
