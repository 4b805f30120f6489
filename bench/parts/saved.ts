import { sql } from "kysely";
import pg from "pg";
import { DATE_FILTERS } from "#app/domain/search.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { type CompiledQuery, compile } from "#app/features/saved-searches/compile.server.ts";
import { matchNewListings } from "#app/features/saved-searches/match.server.ts";
import { searchByWords } from "#app/features/search/dictionary/interpret.server.ts";
import type { WordCondition } from "#app/features/search/dictionary/interpretation.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import type { Bench } from "../bench.ts";
import { chances } from "../chances.ts";
import { median, milliseconds } from "../measure.ts";
import { megabytes, ms, type Row } from "../report.ts";
import { type StockRow, stock } from "../stock.ts";
import { startStocked, stockedFolder, use } from "../stocked.ts";

const [STOCK, NEW, ROUNDS] = [50_000, 1_000, 3];
/** The number of different searches, of saved searches in all, and of saved searches per person. */
const [DIFFERENT, SAVED, EACH] = [5_000, 100_000, 5];

interface Sample {
  readonly type: string;
  readonly plural: string;
  readonly name: string;
  readonly brand: string;
  readonly price_cents: number;
  readonly country: string;
  readonly region: string;
  readonly condition: string | null;
}

/** The path and query of a search that would find this listing. */
function addressFor(sample: Sample, { next }: { next(): number }): string {
  const words = sample.name.split(/[^A-Za-z]+/).filter((word) => word.length > 2);
  const query = new URLSearchParams();
  const kind = next();
  // Half of the searches with words name the exact model: "Wilson Blade 98 v8".
  if (kind < 0.25) query.set("q", sample.name);
  else if (kind < 0.5) query.set("q", words.slice(0, 3).join(" "));
  else query.append("brand", sample.brand);
  const isEverywhere = kind < 0.2;
  if (!isEverywhere && sample.condition !== null && next() < 0.5) query.set("condition", sample.condition);
  if (next() < 0.8) query.set("maxPrice", String(Math.ceil(sample.price_cents / 1000) * 10 + 10));
  if (next() < 0.85) {
    const full = { NL: 4, DE: 5, FR: 5, US: 5 }[sample.country];
    query.set("country", sample.country);
    query.set("postalCode", full ? sample.region.padEnd(full, "0") : sample.region);
    query.set("maxDistance", "50");
  }
  return `/${isEverywhere ? "search" : sample.plural}?${query}`;
}

async function drawn(): Promise<string[]> {
  const { rows } = await sql<Sample>`
    select type, tableoid::regclass::text as plural, name, brand, price_cents, listings.country,
      attributes ->> 'condition' as condition,
      (select code from postal_codes where postal_codes.country = listings.country
        and starts_with(listings.postal_code, code) order by length(code) desc limit 1) as region
    from listings order by hashtext(id::text) limit ${DIFFERENT}
  `.execute(db());
  const chance = chances("saved");
  return rows.map((sample) => addressFor(sample, chance));
}

interface Template {
  readonly address: string;
  readonly words: string;
  readonly queries: readonly CompiledQuery[];
}

/**
 * What is computed when a search is saved, and does not depend on the person: the meaning of the words, the queries,
 * and the lexemes that index each query (its anchors).
 */
async function templatesOf(addresses: readonly string[]): Promise<Template[]> {
  const wordConditions = new Map<string, readonly WordCondition[]>();
  const templates: Template[] = [];
  for (const address of addresses) {
    const search = readAddress(address);
    if (!search) throw new Error(`${address} is no search.`);
    const { q, place, maxDistance } = search.search;
    if (!wordConditions.has(q)) {
      const { interpretation } = await searchByWords(q, false, async () => ({ total: 1 }));
      wordConditions.set(q, interpretation.wordConditions);
    }
    const centre = place && maxDistance !== null ? await locate(place.country, place.postalCode) : null;
    templates.push({
      address: search.address,
      words: q,
      queries: await compile(search, wordConditions.get(q) ?? [], centre),
    });
  }
  return templates;
}

async function save(templates: readonly Template[]): Promise<void> {
  const rows = templates.map(({ address, words, queries }, at) => ({
    at,
    address,
    words,
    queries: queries.map(({ type, query, price, centre, maxKm, anchors }) => ({
      type,
      query,
      min_cents: price.min,
      max_cents: price.max,
      latitude: centre?.latitude ?? null,
      longitude: centre?.longitude ?? null,
      max_km: maxKm,
      max_days: DATE_FILTERS.all,
      anchors,
    })),
  }));
  await sql`
    create table bench_templates as select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (at int, address text, words text, queries jsonb)
  `.execute(db());
  await sql`
    insert into users (name, email, email_verified)
    select 'searcher' || n, 'searcher' || n || '@example.com', true from generate_series(1, ${SAVED / EACH}::int) n
  `.execute(db());
  await sql`
    insert into profiles (id, username, email) select id, name, email from users where name like 'searcher%'
  `.execute(db());
  await sql`
    insert into saved_searches (user_id, address, name, words, created_at)
    select person.id, address, 'A search', words, now() - interval '1 day'
    from (select id, row_number() over (order by id) - 1 as n from profiles where username like 'searcher%') person
    cross join generate_series(0, ${EACH - 1}::int) as one
    join bench_templates on at = (person.n * ${EACH}::int + one) % ${templates.length}
    on conflict do nothing
  `.execute(db());
  await sql`
    insert into saved_search_queries
      (search_id, type, query, min_cents, max_cents, latitude, longitude, max_km, max_days, anchors)
    select saved.id, parts.type, parts.query::tsquery, min_cents, max_cents, latitude, longitude, max_km, max_days, anchors
    from saved_searches saved join (select distinct on (address) * from bench_templates) template using (address),
      jsonb_to_recordset(queries) as parts (type text, query text, min_cents int, max_cents int, latitude float8,
        longitude float8, max_km float8, max_days int, anchors text[])
  `.execute(db());
  await sql`analyze saved_searches, saved_search_queries`.execute(db());
}

/** Inserts listings one by one, each in its own transaction, as people do. */
async function insertEach(client: pg.Client, rows: readonly StockRow[]): Promise<void> {
  for (const row of rows) {
    await client.query({
      name: "insert",
      text: `insert into listings (type, id, user_id, name, brand, description, price_cents, country, postal_code, latitude,
        longitude, attributes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      values: [
        row.type,
        row.id,
        row.user_id,
        row.name,
        row.brand,
        row.description,
        row.price_cents,
        row.country,
        row.postal_code,
        row.latitude,
        row.longitude,
        JSON.stringify(row.attributes),
      ],
    });
  }
}

async function newListings(): Promise<StockRow[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from profiles where username like 'seller%' order by id`.execute(db());
  const all: StockRow[] = [];
  let at = 0;
  const sellers = rows.map(({ id }) => id);
  for await (const row of stock(STOCK + ROUNDS * NEW, sellers, new Date(), "all types")) {
    if (at++ >= STOCK) all.push(row);
  }
  return all;
}

export async function benchSaved(bench: Bench): Promise<Row[]> {
  const stocked = await startStocked(bench, [STOCK], new Date(), "all types");
  const url = stocked.urls.get(STOCK) ?? "";
  try {
    await use(url, stockedFolder(bench.folder));
    bench.say(
      `Saving ${SAVED.toLocaleString("en")} searches, ${DIFFERENT.toLocaleString("en")} different ones.`,
    );
    await save(await templatesOf(await drawn()));
    // Notices are queued and not delivered, since the measurement ends with the queue.
    await startJobs(url, { notify: { work: async () => {} } });
    await stopJobs();
    await startJobs(url, {});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const rows = await newListings();
    const [inserts, matches]: [number[], number[]] = [[], []];
    const memory = process.memoryUsage().rss;
    let most = memory;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    for (let round = 0; round < ROUNDS; round++) {
      const some = rows.slice(round * NEW, (round + 1) * NEW);
      inserts.push(await milliseconds(() => insertEach(client, some)));
      matches.push(await milliseconds(() => matchNewListings()));
    }
    clearInterval(watch);
    const { rows: counts } = await sql<{ saved: number; queries: number; matched: number; jobs: number }>`
      select (select count(*) from saved_searches) as saved, (select count(*) from saved_search_queries) as queries,
        (select count(*) from saved_search_matches) as matched,
        (select count(*) from pgboss.job where name = 'notify') as jobs
    `.execute(db());
    await client.end();
    await stopJobs();
    const { saved = 0, queries = 0, matched = 0, jobs = 0 } = counts[0] ?? {};
    const [insert, match] = [median(inserts), median(matches)];
    const each = (count: number) => Math.round(count / ROUNDS).toLocaleString("en");
    return [
      {
        what: `${NEW.toLocaleString("en")} new listings find those of ${saved.toLocaleString("en")} saved searches that find them, notices queued`,
        against: "writing those listings, one after the other",
        ratio: match / insert,
        figures: `${ms(match)} against ${ms(insert)}; ${ms(match / NEW)} a listing; ${each(matched)} matches, ${each(jobs)} notices queued a round; ${queries.toLocaleString("en")} queries in the index; memory of the process +${megabytes(most - memory)}`,
      },
    ];
  } finally {
    await stopJobs();
    await stocked.stop();
  }
}
