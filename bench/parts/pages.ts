import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { db } from "#app/platform/db.server.ts";
import { person } from "#tests/support/people.ts";
import type { Bench } from "../bench.ts";
import { load, pagesPerCoreSecond, pin } from "../load-test.ts";
import { interleaved } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { samples } from "../searches.ts";
import { bareServerOf, get, openShop } from "../shop.ts";

const RACKETS = 10_000;
const GZIP = { "accept-encoding": "gzip" };
const REPEATS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 10;

/**
 * Measures how soon a cached page shows a price that another process changed.
 * @throws when it shows the old price after a second
 */
async function priceRow(url: string): Promise<Row> {
  const newest = await db()
    .selectFrom("listings")
    .select(["id", "price_cents"])
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const shows = async (price: string) =>
    gunzipSync((await get(url, GZIP)).body)
      .toString()
      .includes(price);
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const price = `€7,${String(n + 1).padStart(3, "0")}.00`;
    await shows(price);
    await db()
      .updateTable("listings")
      .set({ price_cents: (7_001 + n) * 100 })
      .where("type", "=", "racket")
      .where("id", "=", newest.id)
      .execute();
    const changed = performance.now();
    while (!(await shows(price))) {
      if (performance.now() - changed > 1_000) throw new Error(`${price} is not on the page.`);
      await delay(1);
    }
    times.push(performance.now() - changed);
  }
  const first = times.filter((time) => time < 50).length;
  return {
    what: "a price changed by another process is on the next page",
    against: "all 20 changes",
    ratio: times.length / 20,
    budget: { at: "least", limit: 1, goal: 1 },
    figures: `committed -> shown at most ${ms(Math.max(...times))} later, page included; ${first} of 20 within 50 ms`,
  };
}

export async function benchPages({ folder }: Bench): Promise<Row[]> {
  const shop = await openShop(RACKETS);
  const { url, child } = shop.server;
  try {
    const { cookie } = await person("reader");
    const drawn = await samples(200);
    const unique = drawn.map(({ brand, attributes }) => {
      const query = new URLSearchParams({ brand, condition: String(attributes.condition) });
      return `/rackets?${query}`;
    });
    const cached = await bareServerOf(await get(`${url}/rackets`, GZIP), folder);
    const plain = { cookie };
    const gzipped = { cookie, ...GZIP };
    const personal = await bareServerOf(await get(`${url}${unique[0]}`, plain), folder);
    const ready = await bareServerOf(await get(`${url}${unique[0]}`, gzipped), folder);
    for (const process of [child, cached.child, personal.child, ready.child]) pin(process);
    const cachedPages = {
      headers: GZIP,
      connections: CONNECTIONS,
      seconds: SECONDS,
      repeated: true,
      paths: ["/rackets"],
    };
    const personalPages = { ...cachedPages, headers: plain, paths: unique, repeated: false };
    const gzippedPages = { ...personalPages, headers: gzipped };
    // V8 needs some thousand pages to optimize the code.
    await load({ ...personalPages, url, seconds: WARM_UP_SECONDS });
    const rate = await interleaved(REPEATS, {
      cached: () => pagesPerCoreSecond(child, { ...cachedPages, url }),
      bareCached: () => pagesPerCoreSecond(cached.child, { ...cachedPages, url: cached.url }),
      personal: () => pagesPerCoreSecond(child, { ...personalPages, url }),
      barePersonal: () => pagesPerCoreSecond(personal.child, { ...personalPages, url: personal.url }),
      gzipped: () => pagesPerCoreSecond(child, { ...gzippedPages, url }),
      bareReady: () => pagesPerCoreSecond(ready.child, { ...gzippedPages, url: ready.url }),
    });
    for (const server of [cached, personal, ready]) server.stop();
    return [
      {
        what: "anonymous browse page, throughput",
        against: "bare node:http, same bytes",
        ratio: rate.cached / rate.bareCached,
        budget: { at: "least", limit: 0.25, goal: 0.6 },
        figures: `${rate.cached.toFixed(0)} against ${rate.bareCached.toFixed(0)} pages per second of processor time, gzip`,
      },
      {
        what: "signed-in browse page, unique queries, database included",
        against: "bare node:http, same bytes",
        ratio: rate.personal / rate.barePersonal,
        budget: { at: "least", limit: 0.03, goal: 0.1 },
        figures: `${rate.personal.toFixed(0)} against ${rate.barePersonal.toFixed(0)} pages per second of processor time, ${RACKETS.toLocaleString("en")} rackets, not compressed`,
      },
      {
        what: "the same, compressed",
        against: "bare node:http, bytes compressed beforehand",
        ratio: rate.gzipped / rate.bareReady,
        figures: `${rate.gzipped.toFixed(0)} against ${rate.bareReady.toFixed(0)} pages per second of processor time, gzip`,
      },
      await priceRow(`${url}/rackets`),
    ];
  } finally {
    await shop.stop();
  }
}
