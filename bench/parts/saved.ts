import { sql } from "kysely";
import type pg from "pg";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { saveSearch } from "#app/features/saved-searches/commands.server.ts";
import { matchNewListings } from "#app/features/saved-searches/match.server.ts";
import { db, extendStatementTimeout } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { person } from "#tests/support/people.ts";
import { connect, openDatabases } from "../database.ts";
import { interleaved, milliseconds } from "../measure.ts";
import { type Chances, chances } from "../random.ts";
import { integer, ms, type Part } from "../report.ts";
import { around, type Sample, samples } from "../searches.ts";
import { type BenchListing, stock } from "../stock.ts";

/** Saved searches of each person. */
const EACH = 5;
/** People with the same saved searches. */
const ALIKE = 20;
const ROUNDS = 3;

/** The path and query of a search that would find this listing. */
function addressFor(sample: Sample, { next }: Chances): string {
  const words = sample.name.split(/[^A-Za-z]+/).filter((word) => word.length > 2);
  const share = next();
  const isEverywhere = share < 0.2;
  const { condition } = sample.attributes;
  const query = new URLSearchParams({
    // Half of the searches with words name the exact model: "Wilson Blade 98 v8".
    ...(share < 0.5
      ? { q: share < 0.25 ? sample.name : words.slice(0, 3).join(" ") }
      : { brand: sample.brand }),
    ...(!isEverywhere && condition !== undefined && next() < 0.5 && { condition: String(condition) }),
    ...(next() < 0.8 && { maxPrice: String(Math.ceil(sample.price_cents / 1000) * 10 + 10) }),
    ...(next() < 0.85 && around(sample)),
  });
  return `/${isEverywhere ? "search" : categoryOfType(sample.type)?.plural}?${query}`;
}

/** Saves different searches as people do, and then gives others the same ones. */
async function save(different: number): Promise<void> {
  const chance = chances("saved");
  const addresses = (await samples(different, "listings")).map((sample) => addressFor(sample, chance));
  const searches = addresses.map((address) => {
    const search = readAddress(address);
    if (!search) throw new Error(`${address} is no search.`);
    return search;
  });
  while (searches.length > 0) {
    const { viewer } = await person("searcher");
    const settings = { name: "A search", notify: true };
    const next = searches.splice(0, EACH);
    await Promise.all(next.map((search) => saveSearch(viewer, search, settings)));
  }
  const statements = [
    sql`create table bench_people as
      select gen_random_uuid() as id, person.id as like_id, username || 'x' || n as name
      from profiles person, generate_series(2, ${ALIKE}::int) n where username like 'searcher%'`,
    sql`insert into users (id, name, email, email_verified)
      select id, name, name || '@example.com', true from bench_people`,
    sql`insert into profiles (id, username, email) select id, name, name || '@example.com' from bench_people`,
    sql`create table bench_searches as
      select gen_random_uuid() as id, person.id as user_id, search.id as like_id
      from bench_people person join saved_searches search on search.user_id = like_id`,
    sql`insert into saved_searches (id, user_id, address, name, words)
      select copy.id, copy.user_id, address, name, words
      from bench_searches copy join saved_searches search on search.id = like_id`,
    sql`insert into saved_search_queries select filled.*
      from bench_searches copy join saved_search_queries original on original.search_id = like_id,
        jsonb_populate_record(original, jsonb_build_object('search_id', copy.id)) filled`,
    sql`analyze saved_searches, saved_search_queries`,
  ];
  await db()
    .transaction()
    .execute(async (trx) => {
      await extendStatementTimeout(trx);
      for (const statement of statements) await statement.execute(trx);
    });
}

/** Inserts listings one by one, each in its own transaction, as people do. */
async function insertEach(client: pg.Client, rows: readonly BenchListing[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "id" && !name.endsWith("_at"));
  const text = `insert into listings (${columns}) select ${columns} from jsonb_populate_record(null::listings, $1)`;
  for (const row of rows) await client.query({ name: "insert", text, values: [row] });
}

/** Saves 20 times as many searches as `different` in the current database, if there are none. */
export async function ensureSaved(different: number, say: (sentence: string) => void): Promise<void> {
  const { rows } = await sql`select from saved_searches limit 1`.execute(db());
  if (rows.length > 0) return;
  say(`Saving ${integer(different * ALIKE)} searches, ${integer(different)} different ones.`);
  await save(different);
}

/** Lists so many new listings in the current database, and then finds the saved searches that find them. */
export async function openMatching(url: string, added: number) {
  // Notices are queued and not delivered, since the measurement ends with the queue.
  await startJobs(url, { notify: { work: async () => {} } });
  await stopJobs();
  await startJobs(url, {});
  const client = await connect(url);
  const sellers = await db()
    .selectFrom("profiles")
    .select("id")
    .where("username", "like", "seller%")
    .execute();
  const rows: BenchListing[] = [];
  const ids = sellers.map(({ id }) => id);
  for await (const row of stock(ROUNDS * added, ids, "listings")) rows.push(row);
  return {
    insert: () => milliseconds(() => insertEach(client, rows.splice(0, added))),
    match: () => milliseconds(() => matchNewListings()),
    async [Symbol.asyncDispose]() {
      await stopJobs();
      await client.end();
    },
  };
}

export async function countMatches() {
  const { rows } = await sql<{ saved: number; matched: number }>`
    select (select count(*) from saved_searches) as saved,
      (select count(*) from saved_search_matches where not known) as matched
  `.execute(db());
  return rows[0] ?? { saved: 0, matched: 0 };
}

export const saved: Part = async (bench) => {
  const [count, different, added] = [50_000, 5_000, 1_000].map(bench.scaled) as [number, number, number];
  await using databases = await openDatabases(bench, [count], "listings");
  const url = await databases.use(count);
  await ensureSaved(different, bench.say);
  await using matching = await openMatching(url, added);
  const { insert, match } = matching;
  const took = await interleaved(ROUNDS, { insert, match });
  const { saved, matched } = await countMatches();
  return [
    {
      what: `${integer(added)} new listings find those of ${integer(saved)} saved searches that find them, notices queued`,
      against: "writing those listings, one after the other",
      ratio: took.match / took.insert,
      figures: `${ms(took.match)} against ${ms(took.insert)}; ${ms(took.match / added)} a listing; ${integer(matched / ROUNDS)} matches a round`,
    },
  ];
};
