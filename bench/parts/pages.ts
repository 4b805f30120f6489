import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { db } from "#app/platform/db.server.ts";
import { load, pagesPerCoreSecond } from "../load.ts";
import { interleaved, pin } from "../measure.ts";
import { atLeast, integer, ms, type Part, type Row } from "../report.ts";
import { get, openBareServer, openShop } from "../shop.ts";

const RACKETS = 10_000;
const CHANGES = 20;
const REPEATS = 5;
const GZIP = { "accept-encoding": "gzip" };

export const pages: Part = async () => {
  await using shop = await openShop(RACKETS);
  const { url } = shop;
  using bareCached = await openBareServer(await get(`${url}/rackets`, GZIP));
  for (const { child } of [shop, bareCached]) pin(child);
  const cachedPages = { connections: 16, seconds: 3, headers: GZIP, paths: ["/rackets"] };
  // V8 needs some thousand pages to optimize the code.
  await load({ ...cachedPages, url, seconds: 5 });
  const rate = await interleaved(REPEATS, {
    cached: () => pagesPerCoreSecond(shop.child, { ...cachedPages, url }),
    bareCached: () => pagesPerCoreSecond(bareCached.child, { ...cachedPages, url: bareCached.url }),
  });
  return [
    {
      what: "anonymous browse page, throughput",
      against: "bare node:http, same bytes",
      ratio: rate.cached / rate.bareCached,
      budget: atLeast(0.25, 0.6),
      figures: `${rate.cached.toFixed(0)} against ${rate.bareCached.toFixed(0)} pages per second of processor time, gzip`,
    },
    await priceRow(`${url}/rackets`),
  ];
};

/**
 * Measures how soon a cached page shows a price that another process changed.
 * @throws when it shows the old price after a second
 */
async function priceRow(url: string): Promise<Row> {
  const { id } = await db()
    .selectFrom("listings")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const shows = async (text: string) => gunzipSync((await get(url, GZIP)).body).includes(text);
  const times: number[] = [];
  for (let euros = 7_001; euros <= 7_000 + CHANGES; euros++) {
    const price = `€${integer(euros)}.00`;
    await shows(price);
    const change = { price_cents: euros * 100 };
    await db()
      .updateTable("listings")
      .set(change)
      .where("type", "=", "racket")
      .where("id", "=", id)
      .execute();
    const changed = performance.now();
    while (!(await shows(price))) {
      if (performance.now() - changed > 1_000) throw new Error(`${price} is not on the page.`);
      await delay(1);
    }
    times.push(performance.now() - changed);
  }
  const soon = times.filter((time) => time < 50).length;
  return {
    what: "a price changed by another process is on the next page",
    against: `all ${CHANGES} changes`,
    ratio: times.length / CHANGES,
    budget: atLeast(1, 1),
    figures: `committed -> shown at most ${ms(Math.max(...times))} later, page included; ${soon} of ${CHANGES} within 50 ms`,
  };
}
