import { sql } from "kysely";
import { racket } from "#app/domain/categories/racket.ts";
import type { Model } from "#app/domain/models/model.ts";
import { alikeRows, closestTo, twinsOf } from "#app/features/model-pages/alike.server.ts";
import { modelsOnOffer, offersOfModel, sourceOf } from "#app/features/model-pages/queries.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { db } from "#app/platform/db.server.ts";
import { connect, openDatabases, SMALL } from "../database.ts";
import { openKeyReader } from "../key-reader.ts";
import { interleaved, medianTime, milliseconds, quantile } from "../measure.ts";
import { atMost, type Budget, integer, ms, type Part, type Row } from "../report.ts";
import { around, growth, type Query, runSearch, type Sample, samples } from "../searches.ts";
import { COMMON_WORDS } from "../stock.ts";

const LONG_WORDS = COMMON_WORDS.split(" ").filter((word) => word.length > 3);

/** "Pro Staff" from "Wilson Pro Staff 97 v13". */
const lineOf = ({ name, brand }: Sample) =>
  name
    .slice(brand.length)
    .replace(/ \d+ v\d+$/, "")
    .trim();
const euros = (cents: number, more: number) => String(Math.max(5, Math.round(cents / 500) * 5 + more));

/** Makes the query of a browse page from the nth of some listings. */
type Kind = (sample: Sample, n: number) => Query;

const combined: Kind = (sample) => ({
  q: lineOf(sample),
  condition: String(sample.attributes.condition),
  maxPrice: euros(sample.price_cents, 50),
  ...around(sample),
  sort: "newest",
});
const broad: Kind = (_, n) => ({
  q: [n, 3 * n + 1, 7 * n + 2].map((nth) => LONG_WORDS[nth % LONG_WORDS.length]).join(" "),
});
const brandAndLine: Kind = (sample) => ({ q: `${sample.brand} ${lineOf(sample)}` });
const prefix: Kind = (sample, n) => ({ q: (n % 2 ? sample.brand : lineOf(sample)).slice(0, 3) });

/** Searches that must not become slower when the shop grows. */
const CONSTANT: Readonly<Record<string, Kind>> = {
  "default browse": () => ({}),
  "brand + price": ({ brand, price_cents }) => ({
    brand,
    minPrice: euros(price_cents, -25),
    maxPrice: euros(price_cents, 25),
  }),
};

/** Measures the shop's search functions on a database of a million rackets, without the web server. */
export const search: Part = async (bench) => {
  const large = bench.scaled(1_000_000);
  const listings = `${integer(large)} listings`;
  await using databases = await openDatabases(bench, [SMALL, large], "rackets");
  const url = await databases.use(large);
  const drawn = await samples(300);
  await using keys = await openKeyReader(url, drawn);
  const few = drawn.slice(0, 60);
  const linked = await linkedRackets();
  const { byId } = await catalogueFor(racket);
  const models = linked.flatMap(({ modelId }) => byId.get(modelId) ?? []);
  const ofKind = (what: string, budget: Budget, kind: Kind, from = few, q = 0.5) =>
    keys.row(what, budget, { rackets: from.map(kind) }, runSearch, q);
  const ofModels = <Input>(what: string, inputs: readonly Input[], run: (input: Input) => Promise<unknown>) =>
    keys.row(`${what}, ${listings}, p50`, atMost(60, 30), { rackets: inputs }, run);
  const words = "words + facet + price + 50 km + newest";
  const rows = [
    await ofKind(`${words}, ${listings}, p50`, atMost(60, 25), combined, drawn),
    await ofKind(`${words}, p99`, atMost(200, 75), combined, drawn, 0.99),
    await ofKind(`broad words (three common ones), ${listings}, p50`, atMost(200, 80), broad),
    await ofKind(`brand and line as words, ${listings}, p50`, atMost(200, 80), brandAndLine),
    await ofKind(`a prefix (three letters), ${listings}, p50`, atMost(200, 40), prefix),
    await ofModels("the page of a model", models, readModelPage),
    await ofModels("twins of a racket", linked, (listing) => twinsOf(racket, listing, null)),
    await ofModels("what plays as a racket does, and its twins", linked, (listing) =>
      alikeRows(racket, listing, null, listing.sellerId),
    ),
    await deepPageRow(),
    await savedRow(url),
  ];
  for (const [what, query] of Object.entries(CONSTANT)) {
    const grown = await growth(databases, large, 7, async () =>
      medianTime((await samples(40)).map(query), runSearch),
    );
    rows.push({ what: `${what}, ${listings}`, ...grown });
  }
  return rows;
};

export async function readModelPage(model: Model): Promise<void> {
  const [closest] = await Promise.all([
    closestTo(racket, model),
    offersOfModel(racket, model.id),
    sourceOf(model),
  ]);
  await modelsOnOffer(racket, closest);
}

async function deepPageRow(): Promise<Row> {
  // Twenty neighbouring pages, since the number of rows that are skipped within a day differs from page to page.
  const from = (page: number) => () => {
    const queries = Array.from({ length: 20 }, (_, n) => ({ page: String(page + n) }));
    return medianTime(queries, runSearch);
  };
  const days = sql`select sum(difference) from shelf_counts where type = 'racket'`;
  const { deep, first, counts } = await interleaved(9, {
    first: from(1),
    deep: from(20_000),
    counts: () => medianTime(Array.from({ length: 20 }), () => days.execute(db())),
  });
  return {
    what: "page 20,000",
    against: "page 1",
    ratio: deep / first,
    budget: atMost(10, 1.2),
    figures: `${ms(deep)} against ${ms(first)}; reading the counts of its days, not prepared, takes ${ms(counts)}`,
  };
}

/** @throws when the next search does not find a new listing */
async function savedRow(url: string): Promise<Row> {
  await using client = await connect(url);
  const [inserts, finds]: [number[], number[]] = [[], []];
  for (let n = 0; n < 100; n++) {
    const word = `justlisted${n}`;
    const insert = () =>
      client.query(
        `insert into listings (type, user_id, name, brand, price_cents, attributes)
         select 'racket', id, $1, 'Wilson', 10000, '{"category": "senior", "condition": "Good"}' from profiles limit 1`,
        [`Blade ${word}`],
      );
    inserts.push(await milliseconds(insert));
    let total = 0;
    finds.push(await milliseconds(async () => ({ total } = await runSearch({ q: word }))));
    if (total !== 1) throw new Error(`"${word}" was saved, but the search has not returned it.`);
  }
  await client.query("delete from listings where type = 'racket' and name like 'Blade justlisted%'");
  const [save, find] = [quantile(inserts, 0.99), quantile(finds, 0.99)];
  return {
    what: "saved -> found by the next search, p99",
    against: "one insert",
    ratio: (save + find) / save,
    figures: `all 100 found; insert ${ms(save)}, search ${ms(find)}`,
  };
}

interface LinkedRacket {
  readonly id: string;
  readonly sellerId: string;
  readonly modelId: string;
  readonly attributes: Sample["attributes"];
}

/** Random rackets that name a model and say their grip and weight. */
async function linkedRackets(): Promise<readonly LinkedRacket[]> {
  const { rows } = await sql<LinkedRacket>`
    select id, user_id as "sellerId", model_id as "modelId", attributes from rackets
    where model_id is not null and attributes ? 'gripsize' and attributes ? 'weight'
    order by hashtext(id::text) limit 60
  `.execute(db());
  return rows;
}
