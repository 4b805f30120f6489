import pg from "pg";
import { connect } from "./database.ts";
import { integer } from "./report.ts";

// A shop of ten million listings, made of a smaller one: triggers would take hours. What they derive from a listing is
// carried over, counted from the new rows, or multiplied, and then compared with what the triggers' functions make.

/** Filled by the multiplication itself; every other column keeps its default, as in `loadStock`. */
const COLUMNS = `type, id, user_id, name, description, brand, price_cents, country, postal_code, latitude, longitude,
  attributes, created_at, updated_at, search, model_id, shelf_place`;

/** The lexemes that depend on where a listing is. */
const IS_PLACE = "lexeme ~ '^(g[0-9]|n)='";

/**
 * Makes `times` listings of each in this database. The copies have another seller, price, moment of the same day, and the
 * place of another listing of that day.
 * @param adminUrl as a superuser, who can skip triggers and foreign keys
 */
export async function multiply(
  adminUrl: string,
  times: number,
  say: (sentence: string) => void,
): Promise<void> {
  await using client = await connect(adminUrl);
  await client.query(`
    set session_replication_role = replica; set synchronous_commit = off; set enable_mergejoin = off;
    set work_mem = '256MB'; set maintenance_work_mem = '1GB'; select setseed(0.5)`);
  const indexes = await dropIndexes(client);
  const days = await makeBase(client, times);
  for (const [at, day] of days.entries()) {
    await client.query(COPY_DAY, [day, times]);
    if (at % 100 === 0) say(`${integer(at)} of ${integer(days.length)} days.`);
  }
  await client.query(`
    drop table bench_base, bench_sellers;
    -- The words and facts of a listing are those of its copies.
    update fact_counts set difference = difference * ${times};
    update search_terms set listings = listings * ${times};
    update search_lines set listings = listings * ${times}`);
  await client.query("vacuum listings");
  say("Adding photos and indexes.");
  await client.query(PHOTOS);
  for (const index of indexes) await client.query(index);
  await client.query("vacuum analyze");
  await compare(client);
}

/** Most listings have a photo. */
export const PHOTOS = `
  insert into photos (user_id, key, width, height, thumbhash, listing_type, listing_id, position)
    select user_id, encode(sha256(id::text::bytea), 'hex'), 1280, 960, 'aCgKNYZ4d4d/eIiAiHd3eIeHeHB4', type, id, 0
    from listings where hashtext(id::text) % 10 < 8`;

/** Drops the indexes of listings and photos except those of keys, and returns the statements that make them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where not relispartition
      and (indrelid = 'photos'::regclass or indrelid in (select relid from pg_partition_tree('listings')))
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

/** Moves the listings to a table of their own. Returns their days. */
async function makeBase(client: pg.Client, times: number): Promise<string[]> {
  await client.query(`
    create unlogged table bench_base as
      select *, row_number() over (partition by day order by created_at) - 1 as at, count(*) over (partition by day) as size
      from (
        select listings.*, utc_day(created_at) as day,
          array(select lexeme from unnest(tsvector_to_array(search)) lexeme where ${IS_PLACE}) as cells
        from listings
      ) listing order by created_at;
    create index on bench_base (day);
    truncate listings, listing_counts, shelf_counts cascade;
    insert into users (name, email, email_verified)
      select 'seller' || n, 'seller' || n || '@example.com', true
      from (select count(*) as had from profiles) before, generate_series(had + 1, had * ${times}) n;
    insert into profiles (id, username, email) select id, name, email from users
      where not exists (select from profiles where profiles.id = users.id);
    create unlogged table bench_sellers as select id, row_number() over (order by id) as n from profiles;
    alter table bench_sellers add primary key (n);
    analyze bench_base, bench_sellers`);
  const { rows } = await client.query<{ day: string }>(
    "select distinct day::text as day from bench_base order by day",
  );
  return rows.map(({ day }) => day);
}

/** An id is a UUID v7 of the moment. A seller's place on the shelf is how many they listed before on that day. */
const COPY_DAY = `
  with sellers as (select max(n) as most from bench_sellers),
  day as materialized (select * from bench_base where day = $1),
  copies as materialized (
    select at, size, copy,
      day::timestamp at time zone 'UTC'
        + random() * least(interval '1 day', now() - day::timestamp at time zone 'UTC') as moment,
      1 + floor(random() * most)::bigint as seller,
      least(40000, 1000 + round((random() + random() * random()) * 240) * 100)::int as price
    from day, sellers, generate_series(0, $2::int - 1) copy
  ), added as (
    insert into listings (${COLUMNS})
    select day.type,
      (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || left(random_hex, 3)
        || '8' || right(random_hex, 15))::uuid as id,
      bench_sellers.id, day.name, day.description, day.brand, price,
      place.country, place.postal_code, place.latitude, place.longitude, day.attributes, moment, moment,
      case when copy = 0 then day.search
        else ts_delete(day.search, day.cells) || array_to_tsvector(place.cells) end,
      day.model_id, row_number() over (partition by bench_sellers.id order by moment) - 1
    from copies join day using (at) join day place on place.at = (copies.at + copy * 37) % copies.size
      join bench_sellers on n = seller, md5(day.id::text || copy) as random_hex
    order by moment
    returning type, utc_day(created_at) as day, shelf_day(created_at, shelf_place) as placed
  ), counted as (
    insert into listing_counts select type, day, count(*) from added group by 1, 2
  )
  insert into shelf_counts select type, placed, count(*) from added group by 1, 2`;

/** @throws when something derived is not what the triggers would have made */
async function compare(client: pg.Client): Promise<void> {
  const differences = {
    "search columns": `
      select id from (select * from listings tablesample system (0.1) limit 1000) drawn
      where search <> listing_search_with_model(name, brand, description, attributes, latitude, longitude, created_at, model_id)`,
    "places on shelves": `
      select id from (select * from listings tablesample system (0.1) limit 1000) drawn
      where shelf_place <> (
        select count(*) from listings other where other.user_id = drawn.user_id and other.created_at < drawn.created_at
          and utc_day(other.created_at) = utc_day(drawn.created_at))`,
    "listings a day": `
      select from (select type, day, sum(difference) from listing_counts group by 1, 2) counted
      full join (select type, utc_day(created_at), count(*) from listings group by 1, 2) there
      on counted = there where counted is null or there is null`,
    "listings a day on the shelf": `
      select from (select type, day, sum(difference) from shelf_counts group by 1, 2) counted
      full join (select type, shelf_day(created_at, shelf_place), count(*) from listings group by 1, 2) there
      on counted = there where counted is null or there is null`,
    "facts of bags": `
      select from (select fact, sum(difference) from fact_counts where type = 'bag' group by 1) counted
      full join (select fact, count(*) from bags, listing_facts(search) fact group by 1) there
      on counted = there where counted is null or there is null`,
    "words of bags": `
      select from (select term collate "default" as term, listings from search_terms where type = 'bag') counted
      full join (
        select term, count(*)::int from bags, listing_terms(name, brand, search) where label is null group by 1
      ) there on counted = there where counted is null or there is null`,
  };
  for (const [what, statement] of Object.entries(differences)) {
    const { rowCount } = await client.query(statement);
    if (rowCount) throw new Error(`${rowCount} ${what} are not what the triggers make.`);
  }
}
