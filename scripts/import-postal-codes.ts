// bin/second-serve import-postal-codes FILE…: imports GeoNames' postal files (.txt, .zip) into the database, and moves the
// listings to the new coordinates. With the embedded database it works whether or not the shop is running.
import path from "node:path";
import pg from "pg";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { EnvError } from "#app/platform/env.server.ts";
import { migrate } from "#server/migrate.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { checkReadable, textsOf } from "#server/postal-files.ts";
import { type ImportProgress, type ImportReport, importPostalText } from "#server/postal-import.ts";
import { lockPostalCodes, placeListings } from "#server/postal-listings.ts";
import { StartupError } from "#server/startup-error.ts";
import { openOperatorDatabase } from "./operator-database.ts";

const USAGE = `Which files? bin/second-serve import-postal-codes FILE…
FILE is one of GeoNames' postal files (https://download.geonames.org/export/zip/), as downloaded or unpacked:
NL.zip, DE.zip, FR.zip, GB.zip, US.zip, or NL_full and GB_full for each single code.`;

const stopping = new AbortController();
const say = (sentence: string) => console.log(sentence);
const number = (value: number) => value.toLocaleString("en-GB");
const counted = (value: number, one: string, more: string) => `${number(value)} ${value === 1 ? one : more}`;

const PROGRESS_ROWS = 100_000;

function progress(): ImportProgress {
  let reported = 0;
  return {
    signal: stopping.signal,
    read({ name, rows }, share) {
      if (rows - reported < PROGRESS_ROWS) return;
      reported = rows;
      say(`${name}: ${number(rows)} rows read, ${Math.round(share * 100)} %`);
    },
    wrote({ name, codes }, done) {
      if (done % PROGRESS_ROWS === 0)
        say(`${name}: ${number(done)} of ${number(codes)} postal codes written`);
    },
  };
}

function print({ name, rows, codes, changed, countries, faulty, faults, foreign }: ImportReport): void {
  const of = countries.size > 0 ? ` of ${[...countries].sort().join(", ")}` : "";
  say(
    `${name}: ${counted(rows, "row", "rows")}, ${counted(codes, "postal code", "postal codes")}${of}, ${number(changed)} new or moved.`,
  );
  if (foreign.size > 0) {
    const most = [...foreign].sort(([, a], [, b]) => b - a).map(([country, n]) => `${country} ${number(n)}`);
    const sum = [...foreign.values()].reduce((all, n) => all + n, 0);
    const named = most.length > 8 ? [...most.slice(0, 8), "…"] : most;
    say(`  ${counted(sum, "row", "rows")} of other countries skipped (${named.join(", ")}).`);
  }
  if (faulty === 0) return;
  say(`  ${counted(faulty, "row", "rows")} left out:`);
  for (const { line, reason } of faults) say(`    line ${number(line)}: ${reason}`);
  if (faulty > faults.length) say(`    and ${number(faulty - faults.length)} more`);
}

/** @returns whether each of the files had usable rows */
async function importAll(client: pg.Client, files: readonly string[]): Promise<boolean> {
  let useful = true;
  const countries = new Set<(typeof COUNTRIES)[number]>();
  for (const file of files) {
    let codes = 0;
    for await (const text of textsOf(file)) {
      const report = await importPostalText(client, text, progress());
      print(report);
      codes += report.codes;
      for (const country of report.countries) countries.add(country);
    }
    if (codes > 0) continue;
    useful = false;
    say(`${file}: there is no postal code in it. Is it one of GeoNames' postal files?`);
  }
  if (countries.size === 0) return false;
  const moved = await placeListings(
    client,
    COUNTRIES.filter((country) => countries.has(country)),
    {
      signal: stopping.signal,
      moved: (count) => say(`${counted(count, "listing", "listings")} moved so far`),
    },
  );
  say(`${counted(moved, "listing was", "listings were")} moved to where the postal codes are now.`);
  // Drops the cached pages of every type: they may show a code as unknown, or distances from its old coordinates.
  for (const { type } of CATEGORIES) await client.query("select pg_notify('listings', $1)", [type]);
  return useful;
}

async function work(files: readonly string[]): Promise<boolean> {
  const database = await openOperatorDatabase(say);
  try {
    await migrate(database.url);
    await loadPostalCodes(database.url);
    const client = new pg.Client({ connectionString: database.url });
    client.on("error", () => {});
    await client.connect();
    stopping.signal.addEventListener("abort", () => void client.end());
    try {
      await lockPostalCodes(client, () => say("Waiting for other work on the postal codes to end."));
      return await importAll(client, files);
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopping.abort());

async function main(): Promise<number> {
  // npm changes to the project's folder, and passes the original one in INIT_CWD.
  const files = process.argv.slice(2).map((file) => path.resolve(process.env.INIT_CWD ?? "", file));
  if (files.length === 0) throw new StartupError(USAGE);
  for (const file of files) await checkReadable(file);
  return (await work(files)) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = stopping.signal.aborted ? 130 : 1;
  if (stopping.signal.aborted) console.error("Stopped. What is in stays; start again to bring in the rest.");
  else if (error instanceof EnvError) for (const fault of error.faults) console.error(fault);
  else console.error(error instanceof StartupError ? error.message : error);
}
