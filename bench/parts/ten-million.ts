import { readFileSync, statfsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { listingDetail } from "#app/features/listings/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { db } from "#app/platform/db.server.ts";
import { type Databases, openDatabases } from "../database.ts";
import { median, milliseconds, processorSeconds, quantile } from "../measure.ts";
import { atMost, type Bench, integer, ms, type Part, type Row } from "../report.ts";
import { around, countFacets, type Query, runSearch, samples } from "../searches.ts";
import { COMMON_WORDS } from "../stock.ts";
import { countMatches, ensureSaved, openMatching } from "./saved.ts";
import { readModelPage } from "./search.ts";
import { expensive } from "./types.ts";

const ROUNDS = 3;
const EACH = 20;
const GROWTH = atMost(2, 1.5);

/** What is measured with both numbers of listings. */
type Kind = () => Promise<readonly (() => Promise<unknown>)[]>;

const searches = (queries: readonly Query[], definition: CategoryDefinition) =>
  queries.map((query) => () => runSearch(query, definition));

const WORDS = [...new Set(COMMON_WORDS.split(" "))].filter((word) => word.length > 4).slice(0, EACH);

const COUNTED: readonly Query[] = [
  {},
  { q: "wilson" },
  { condition: "Good", gripsize: "2" },
  { minPrice: "100" },
];

const KINDS: Readonly<Record<string, Kind>> = {
  "default browse": async () =>
    CATEGORIES.flatMap((category) =>
      searches(
        Array.from({ length: 4 }, () => ({})),
        category,
      ),
    ),
  "a common word, a facet, a price, 50 km, by date, price and distance": async () =>
    CATEGORIES.flatMap(expensive).map(
      ({ query, category }) =>
        () =>
          runSearch(query, category),
    ),
  "words, a facet, a price, 50 km around a listing": async () =>
    searches(
      (await samples(EACH)).map((sample) => ({
        q: sample.name.split(" ").slice(1, 3).join(" "),
        condition: String(sample.attributes.condition),
        ...around(sample),
      })),
      racket,
    ),
  "counts beside each option": async () =>
    COUNTED.flatMap((query) => Array.from({ length: EACH / 4 }, () => () => countFacets(query))),
  "/search, a common word": async () =>
    searches(
      WORDS.map((q) => ({ q })),
      EVERYTHING,
    ),
  "/search, a rare word": async () =>
    searches(
      Array.from({ length: EACH }, () => ({ q: "donnay kirsynth" })),
      EVERYTHING,
    ),
  "/search, a typo": async () =>
    searches(
      Array.from({ length: EACH }, () => ({ q: "babolt pur drive" })),
      EVERYTHING,
    ),
  "/search, a common word within 25 km by price": async () =>
    searches(
      WORDS.map((q) => ({ q, country: "NL", postalCode: "1012", maxDistance: "25", sort: "price_asc" })),
      EVERYTHING,
    ),
  "page 20,000 of rackets": async () =>
    searches(
      Array.from({ length: EACH }, (_, n) => ({ page: String(20_000 + n) })),
      racket,
    ),
  "the page of a model": async () => {
    const { byId } = await catalogueFor(racket);
    return [...byId.values()].slice(0, EACH).map((model) => () => readModelPage(model));
  },
  "the page of a listing": async () =>
    (await samples(EACH, "listings")).map((listing) => () => listingDetail(listing)),
};

interface Measured {
  readonly times: number[];
  /** Of the database, in milliseconds for each. */
  readonly processor: number[];
}

/** Measures the same with 1,000,000 and with 10,000,000 listings, in turn. */
export const tenMillion: Part = async (bench) => {
  const counts = [bench.scaled(1_000_000), bench.scaled(10_000_000)] as const;
  const [small, large] = counts;
  await using databases = await openDatabases(bench, counts, "listings", false);
  const rows = [await sizeRow(bench, databases, counts)];
  const database = databaseOf(bench);
  const against = `${integer(small)} listings`;
  const measured = new Map<string, Map<number, Measured>>(
    Object.keys(KINDS).map((what) => [
      what,
      new Map(counts.map((count) => [count, { times: [], processor: [] }])),
    ]),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of counts) {
      bench.say(`Round ${round + 1} of ${ROUNDS}: ${integer(count)} listings.`);
      await databases.use(count);
      for (const [what, kind] of Object.entries(KINDS)) {
        const { times, processor } = measured.get(what)?.get(count) ?? { times: [], processor: [] };
        const runs = await kind();
        // The first times load pages into memory, and plan.
        for (const run of runs) await run();
        const before = processorSeconds(database);
        for (const run of runs) times.push(await milliseconds(run));
        processor.push(((processorSeconds(database) - before) / runs.length) * 1_000);
      }
    }
  }
  for (const [what, of] of measured) {
    const [less, more] = counts.map((count) => of.get(count) ?? { times: [], processor: [] }) as [
      Measured,
      Measured,
    ];
    const shown = ({ times, processor }: Measured) =>
      `${ms(median(times))}, p95 ${ms(quantile(times, 0.95))}, ${ms(median(processor))} of the database's processor time`;
    rows.push({
      what: `${what}, ${integer(large)} listings`,
      against,
      ratio: median(more.times) / median(less.times),
      budget: GROWTH,
      figures: `${shown(more)}; against ${shown(less)}`,
    });
  }
  rows.push(await savedRow(bench, databases, counts));
  return rows;
};

function databaseOf({ folder }: Bench): number {
  const file = path.join(folder, "databases", "postgres", "cluster", "postmaster.pid");
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}

async function sizeRow(
  { folder }: Bench,
  databases: Databases,
  counts: readonly [number, number],
): Promise<Row> {
  const sizes: { table: number; indexes: number; all: number; loaded: string }[] = [];
  for (const count of counts) {
    await databases.use(count);
    const { rows } = await sql<(typeof sizes)[number]>`
      select shobj_description((select oid from pg_database where datname = current_database()), 'pg_database') as loaded, sum(pg_table_size(relid))::float8 as table, sum(pg_indexes_size(relid))::float8 as indexes,
        pg_database_size(current_database())::float8 as all
      from pg_partition_tree('listings') where isleaf`.execute(db());
    sizes.push(...rows);
  }
  const [less, more] = sizes;
  if (!less || !more) throw new Error("The databases have no size.");
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const [, large] = counts;
  return {
    what: `size of a database with ${integer(large)} listings`,
    against: `${integer(counts[0])} listings`,
    ratio: more.all / less.all,
    figures:
      `${gigabytes(more.all)}: listings ${gigabytes(more.table)}, their indexes ${gigabytes(more.indexes)}, the rest photos and people; ` +
      `${integer(more.table / large)} and ${integer(more.indexes / large)} bytes a listing; ${more.loaded} from 200,000 listings, without fsync; ` +
      `${gigabytes(statfsSync(folder).bavail * statfsSync(folder).bsize)} left on the disk`,
  };
}

async function savedRow(bench: Bench, databases: Databases, counts: readonly [number, number]): Promise<Row> {
  const [different, added] = [5_000, 1_000].map(bench.scaled) as [number, number];
  for (const count of counts) {
    await databases.use(count);
    await ensureSaved(different, bench.say);
  }
  const times = counts.map(() => ({ insert: [] as number[], match: [] as number[] }));
  for (let round = 0; round < 3; round++) {
    for (const [at, count] of counts.entries()) {
      await using matching = await openMatching(await databases.use(count), added);
      times[at]?.insert.push(await matching.insert());
      times[at]?.match.push(await matching.match());
    }
  }
  const [less, more] = times.map(({ insert, match }) => ({ insert: median(insert), match: median(match) }));
  if (!less || !more) throw new Error("Nothing was matched.");
  const { saved } = await countMatches();
  return {
    what: `${integer(added)} new listings find those of ${integer(saved)} saved searches that find them, ${integer(counts[1])} listings`,
    against: `${integer(counts[0])} listings`,
    ratio: more.match / less.match,
    budget: GROWTH,
    figures: `${ms(more.match)} against ${ms(less.match)}; writing them ${ms(more.insert)} against ${ms(less.insert)}`,
  };
}
