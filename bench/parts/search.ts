import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { env } from "#app/platform/env.server.ts";
import type { Bench } from "../bench.ts";
import { bareKeyReader } from "../key-reader.ts";
import { interleaved, median, milliseconds, quantile } from "../measure.ts";
import { modelRows } from "../model-rows.ts";
import { plansOf } from "../plans.ts";
import { ms, type Row } from "../report.ts";
import { readByKey, SEARCHES, type SearchKind, samples, search } from "../searches.ts";
import { type Stocked, startStocked, use } from "../stocked.ts";

const SIZES = [10_000, 100_000, 1_000_000] as const;
const LARGEST = 1_000_000;
const KINDS = Object.keys(SEARCHES) as SearchKind[];
/**
 * The number of searches of each kind: `most` of the kind COMBINED, `usual` of others. Each takes its words, postal
 * code and price from another listing.
 */
const DRAWN = { most: 300, usual: 60 };
const COMBINED: SearchKind = "words + facet + price + 50 km + newest";

interface Measured {
  readonly searches: readonly number[];
  readonly slowest: Readonly<Record<string, string>>;
}

/** Each search is followed by a read by key, so that both run under the same conditions. */
async function measureKind(
  kind: SearchKind,
  drawn: Awaited<ReturnType<typeof samples>>,
  readKey: (id: string) => Promise<unknown>,
  keyReads: number[],
) {
  const searches: number[] = [];
  let slowest: Measured["slowest"] = {};
  const some = drawn.slice(0, kind === COMBINED ? DRAWN.most : DRAWN.usual);
  for (const [n, sample] of some.entries()) {
    const query: Readonly<Record<string, string>> = SEARCHES[kind](sample, n);
    // Loads the database pages into memory first, since the budget is for a running shop.
    await search(query);
    const duration = await milliseconds(() => search(query));
    if (searches.every((other) => other < duration)) slowest = query;
    searches.push(duration);
    keyReads.push(await milliseconds(() => readKey(sample.id)));
  }
  return { searches, slowest };
}

async function measureSize(stocked: Stocked, size: number, folder: string) {
  await use(stocked.urls.get(size) ?? "", folder);
  const drawn = await samples(DRAWN.most);
  const bare = await bareKeyReader(stocked.urls.get(size) ?? "");
  for (const sample of drawn.slice(0, 50)) await bare.read(sample.id);
  const keyReads: number[] = [];
  const kinds = new Map<SearchKind, Measured>();
  for (const kind of KINDS) kinds.set(kind, await measureKind(kind, drawn, bare.read, keyReads));
  const shop: number[] = [];
  for (const sample of drawn) shop.push(await milliseconds(() => readByKey(sample.id)));
  await bare.end();
  return { kinds, key: median(keyReads), shopKey: median(shop) };
}

type BySize = ReadonlyMap<number, Awaited<ReturnType<typeof measureSize>>>;

const BUDGETS: Partial<Record<SearchKind, { limit: number; goal: number }>> = {
  [COMBINED]: { limit: 60, goal: 25 },
  "broad words (three common ones)": { limit: 200, goal: 80 },
  "brand and line as words": { limit: 200, goal: 80 },
  "a prefix (three letters)": { limit: 200, goal: 40 },
};

function kindRows(measured: BySize, kind: SearchKind): Row[] {
  const largest = measured.get(LARGEST);
  const searches = largest?.kinds.get(kind)?.searches ?? [];
  const key = largest?.key ?? Number.NaN;
  const sizes = [...measured].map(([size, { kinds }]) => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => quantile(kinds.get(kind)?.searches ?? [], q));
    return `${size.toLocaleString("en")}: ${ms(p50 ?? 0)}, ${ms(p95 ?? 0)}, ${ms(p99 ?? 0)}`;
  });
  const budget = BUDGETS[kind];
  const row: Row = {
    what: `${kind}, 1,000,000 listings, p50`,
    against: "p50 of a bare prepared read by primary key",
    ratio: median(searches) / key,
    budget: budget && { at: "most", ...budget },
    figures: `p50, p95, p99 of ${searches.length} at ${sizes.join("; ")}`,
  };
  if (kind !== COMBINED) return [row];
  const p99: Row = {
    ...row,
    what: `${kind}, p99`,
    ratio: quantile(searches, 0.99) / key,
    budget: { at: "most", limit: 200, goal: 75 },
    figures: `as above; bare read by key ${ms(key)}`,
  };
  return [row, p99];
}

async function growthRow(stocked: Stocked, kind: SearchKind, folder: string): Promise<Row> {
  const [small, large] = [SIZES[0], LARGEST];
  async function side(size: number): Promise<number> {
    await use(stocked.urls.get(size) ?? "", folder);
    const drawn = await samples(40);
    const times: number[] = [];
    for (const [n, sample] of drawn.entries()) {
      const query = SEARCHES[kind](sample, n);
      await search(query);
      times.push(await milliseconds(() => search(query)));
    }
    return median(times);
  }
  const { grown, started } = await interleaved(7, { started: () => side(small), grown: () => side(large) });
  return {
    what: `${kind}, 1,000,000 listings`,
    against: "10,000 listings",
    ratio: grown / started,
    budget: { at: "most", limit: 2, goal: 1.3 },
    figures: `${ms(grown)} against ${ms(started)}`,
  };
}

async function deepPageRow(stocked: Stocked, folder: string): Promise<Row> {
  await use(stocked.urls.get(LARGEST) ?? "", folder);
  const side = (page: number) => async () => {
    const times: number[] = [];
    // Twenty neighbouring pages, since the number of rows that are skipped within a day differs from page to page.
    for (let n = 0; n < 20; n++) times.push(await milliseconds(() => search({ page: String(page + n) })));
    return median(times);
  };
  const { deep, first } = await interleaved(9, { first: side(1), deep: side(20_000) });
  return {
    what: "page 20,000",
    against: "page 1",
    ratio: deep / first,
    budget: { at: "most", limit: 10, goal: 1.2 },
    figures: `${ms(deep)} against ${ms(first)}`,
  };
}

/**
 * Measures how soon a new listing is found.
 * @throws when the next search does not find it
 */
async function savedRow(stocked: Stocked, folder: string): Promise<Row> {
  await use(stocked.urls.get(LARGEST) ?? "", folder);
  const client = new pg.Client({ connectionString: env().databaseUrl });
  await client.connect();
  const inserts: number[] = [];
  const finds: number[] = [];
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
    finds.push(await milliseconds(async () => ({ total } = await search({ q: word }))));
    if (total !== 1) throw new Error(`"${word}" was saved and is not found.`);
  }
  await client.query("delete from listings where type = 'racket' and name like 'Blade justlisted%'");
  await client.end();
  const [save, find] = [quantile(inserts, 0.99), quantile(finds, 0.99)];
  return {
    what: "saved -> found by the next search, p99",
    against: "one insert",
    ratio: (save + find) / save,
    figures: `all 100 found; insert ${ms(save)}, search ${ms(find)}`,
  };
}

async function writePlans(measured: BySize): Promise<void> {
  const largest = measured.get(LARGEST);
  const slow = [...(largest?.kinds ?? [])]
    .sort(([, a], [, b]) => median(b.searches) - median(a.searches))
    .slice(0, 5);
  const parts = [
    "# Plans of the slowest searches",
    "The five slowest kinds of search at 1,000,000 listings, with the plans of the slowest search of each.",
  ];
  for (const [kind, { slowest }] of slow) {
    const address = new URLSearchParams(slowest).toString();
    parts.push(await plansOf(`${kind}: \`/rackets?${address}\``, () => search(slowest)));
  }
  writeFileSync(new URL("../plans.md", import.meta.url), `${parts.join("\n\n")}\n`);
}

/** Measures the shop's search functions on databases of 10,000 to 1,000,000 rackets, without the web server. */
export async function benchSearch(bench: Bench): Promise<Row[]> {
  const stocked = await startStocked(bench, SIZES, new Date());
  const folder = path.join(bench.folder, "stocked");
  try {
    const measured = new Map<number, Awaited<ReturnType<typeof measureSize>>>();
    for (const size of SIZES) measured.set(size, await measureSize(stocked, size, folder));
    await writePlans(measured);
    const rows = KINDS.flatMap((kind) => kindRows(measured, kind));
    const { key = Number.NaN, shopKey = Number.NaN } = measured.get(LARGEST) ?? {};
    return [
      ...rows,
      {
        what: "a read by key as the shop makes it, not prepared",
        against: "a bare prepared read by primary key",
        ratio: shopKey / key,
        figures: `${ms(shopKey)} against ${ms(key)}`,
      },
      await growthRow(stocked, "default browse", folder),
      await growthRow(stocked, "brand + price", folder),
      await deepPageRow(stocked, folder),
      await savedRow(stocked, folder),
      ...(await modelRows(stocked.urls.get(LARGEST) ?? "", folder)),
    ];
  } finally {
    await stocked.stop();
  }
}
