import type pg from "pg";
import type { Country } from "#app/domain/place.ts";
import type { PostalText } from "./postal-files.ts";
import { type GeoNamesRow, parseGeoNamesLine } from "./postal-geonames.ts";

/** The progress of an import, and in the end its result. */
export interface ImportReport {
  readonly name: string;
  rows: number;
  faulty: number;
  /** The first MAX_FAULTS of them. */
  readonly faults: { readonly line: number; readonly reason: string }[];
  /** The number of rows of each other country. */
  readonly foreign: Map<string, number>;
  readonly countries: Set<Country>;
  /** Codes and areas in the rows. */
  codes: number;
  /** Codes and areas that are new or have moved. */
  changed: number;
}

export interface ImportProgress {
  /** Called while rows are read; `share` is the fraction of the text, from 0 to 1. */
  read(report: ImportReport, share: number): void;
  /** Called while codes are written; `done` is their number so far. */
  wrote(report: ImportReport, done: number): void;
  readonly signal: AbortSignal;
}

/** Rows in a statement, and codes in a transaction. */
const BATCH = 5_000;
const MAX_FAULTS = 20;

/** The rows of one code may be anywhere in the file, so they are collected in a temporary table. */
const GATHER = `create temporary table incoming (
  country text not null, code text not null, area text not null, place text not null,
  latitude double precision not null, longitude double precision not null
)`;

/**
 * A code with several places gets the mean of their coordinates, and their most frequent name. An area that is not in
 * the file gets the mean of its codes, because listings are located by area.
 */
const MERGE = `create temporary table merged as
  select row_number() over (order by country, code) as n, * from (
    select country, code, mode() within group (order by place) as place,
      avg(latitude) as latitude, avg(longitude) as longitude
    from incoming group by country, code
    union all
    select country, area, mode() within group (order by place), avg(latitude), avg(longitude)
    from incoming where area <> code
      and not exists (select from incoming whole where whole.country = incoming.country and whole.code = incoming.area)
    group by country, area
  ) codes`;

const WRITE = `insert into postal_codes (country, code, place, latitude, longitude)
  select country, code, place, latitude, longitude from merged where n > $1 and n <= $1 + ${BATCH} order by n
  on conflict (country, code) do update
    set place = excluded.place, latitude = excluded.latitude, longitude = excluded.longitude, shipped = false
    where (postal_codes.place, postal_codes.latitude, postal_codes.longitude, postal_codes.shipped)
      is distinct from (excluded.place, excluded.latitude, excluded.longitude, false)`;

async function send(client: pg.ClientBase, rows: readonly GeoNamesRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into incoming
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[])`,
    [
      rows.map((row) => row.country),
      rows.map((row) => row.code),
      rows.map((row) => row.area),
      rows.map((row) => row.place),
      rows.map((row) => row.latitude),
      rows.map((row) => row.longitude),
    ],
  );
}

function take(text: string, line: number, report: ImportReport, batch: GeoNamesRow[]): void {
  const parsed = parseGeoNamesLine(text);
  if (parsed.kind === "blank") return;
  report.rows++;
  if (parsed.kind === "row") {
    report.countries.add(parsed.row.country);
    batch.push(parsed.row);
  } else if (parsed.kind === "foreign") {
    report.foreign.set(parsed.country, (report.foreign.get(parsed.country) ?? 0) + 1);
  } else {
    report.faulty++;
    if (report.faults.length < MAX_FAULTS) report.faults.push({ line, reason: parsed.reason });
  }
}

async function gather(
  client: pg.ClientBase,
  text: PostalText,
  report: ImportReport,
  { read, signal }: ImportProgress,
): Promise<void> {
  let line = 0;
  let batch: GeoNamesRow[] = [];
  for await (const { lines, bytes } of text.lines()) {
    for (const content of lines) take(content, ++line, report, batch);
    if (batch.length < BATCH) continue;
    await send(client, batch);
    batch = [];
    signal.throwIfAborted();
    read(report, text.size > 0 ? Math.min(1, bytes / text.size) : 1);
  }
  await send(client, batch);
}

/**
 * Imports a file of GeoNames into `postal_codes`, where it replaces the data of the same codes, in transactions of a
 * few thousand codes. Another run completes an interrupted import. `client` must be a single connection.
 * @throws the reason of the signal when it was aborted, and errors of the file and the database
 */
export async function importPostalText(
  client: pg.ClientBase,
  text: PostalText,
  progress: ImportProgress,
): Promise<ImportReport> {
  const report: ImportReport = {
    name: text.name,
    rows: 0,
    faulty: 0,
    faults: [],
    foreign: new Map(),
    countries: new Set(),
    codes: 0,
    changed: 0,
  };
  await client.query("drop table if exists pg_temp.incoming, pg_temp.merged");
  await client.query(GATHER);
  await gather(client, text, report, progress);
  await client.query("create index on incoming (country, code); analyze incoming");
  await client.query(MERGE);
  await client.query("create unique index on merged (n); analyze merged");
  const { rows } = await client.query<{ count: number }>("select count(*)::int as count from merged");
  report.codes = rows[0]?.count ?? 0;
  for (let written = 0; written < report.codes; written += BATCH) {
    progress.signal.throwIfAborted();
    report.changed += (await client.query(WRITE, [written])).rowCount ?? 0;
    progress.wrote(report, Math.min(written + BATCH, report.codes));
  }
  await client.query("drop table pg_temp.incoming, pg_temp.merged");
  return report;
}
