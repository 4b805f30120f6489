import { db } from "#app/platform/db.server.ts";
import { person } from "#tests/support/people.ts";
import { type Load, load, pagesPerCoreSecond } from "./load.ts";
import { interleaved, pin } from "./measure.ts";
import { atLeast, integer, ms, type Row } from "./report.ts";
import { samples } from "./searches.ts";
import { get, openBarePages, openShop } from "./shop.ts";

const RACKETS = 10_000;
const REPEATS = 5;
const OPTIONS = { connections: 8, seconds: 3 };

/** Compares the shop's pages that no cache has with those of a bare React Router server (bare-pages.ts). */
export async function pageRows(): Promise<Row[]> {
  await using shop = await openShop(RACKETS);
  const { url } = shop;
  const { cookie } = await person("reader");
  const drawn = await samples(200);
  const brands = drawn.map(({ brand, attributes }) => {
    const query = new URLSearchParams({ brand, condition: String(attributes.condition) });
    return `/rackets?${query}`;
  });
  const prices = Array.from({ length: 5_000 }, (_, n) => 900 + n);
  const ids = await db()
    .selectFrom("listings")
    .select("id")
    .where("type", "=", "racket")
    .limit(5_000)
    .execute();
  const kinds: readonly (Pick<Load, "paths" | "headers" | "unique"> & Pick<Row, "what" | "budget">)[] = [
    { what: "browse, signed in", paths: brands, unique: true, headers: { cookie } },
    { what: "browse, another query each time", paths: brands, unique: true, headers: {} },
    {
      what: "browse, a parameter that the page does not know, another value each time",
      paths: prices.map((price) => `/rackets?x=${price}`),
      headers: {},
      // Such a page is in the cache.
      budget: atLeast(10, 20),
    },
    { what: "a listing, another each time", paths: ids.map(({ id }) => `/rackets/${id}`), headers: {} },
    {
      what: "search, a common word",
      paths: prices.map((price) => `/search?q=control&maxPrice=${price}`),
      headers: {},
    },
    {
      what: "search, two words and a price",
      paths: prices.map((price) => `/search?q=wilson+control&maxPrice=${price}`),
      headers: {},
    },
  ];
  const first = await Promise.all(
    kinds.map(async ({ paths, headers }, at) => {
      const path = paths[at] ?? "/";
      const [{ body: html }, { body: data }] = await Promise.all([
        get(`${url}${path}`, headers),
        get(`${url}${path.replace(/(?=\?)|$/, ".data")}`, headers),
      ]);
      return { path: `/page${at}`, html: html.toString(), data: data.toString() };
    }),
  );
  using bare = await openBarePages(first);
  for (const { child } of [shop, bare]) pin(child);
  const rows: Row[] = [];
  for (const [at, { what, budget = atLeast(0.45, 0.6), ...pages }] of kinds.entries()) {
    const ours: Load = { ...OPTIONS, ...pages, url };
    const theirs: Load = { ...OPTIONS, url: bare.url, paths: [`/page${at}`], headers: {} };
    // V8 needs some thousand pages to optimize the code.
    await load({ ...ours, seconds: 8 });
    await load({ ...theirs, seconds: 5 });
    const rate = await interleaved(REPEATS, {
      shop: () => pagesPerCoreSecond(shop.child, ours),
      bare: () => pagesPerCoreSecond(bare.child, theirs),
    });
    rows.push({
      what,
      against: "bare React Router, the same page from memory",
      ratio: rate.shop / rate.bare,
      budget,
      figures: `${ms(1_000 / rate.shop)} against ${ms(1_000 / rate.bare)} of processor time, database included; ${integer(RACKETS)} rackets, ${integer((first[at]?.html.length ?? 0) / 1024)} KB, not compressed`,
    });
  }
  return rows;
}
