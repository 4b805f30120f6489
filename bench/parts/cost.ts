import { setTimeout as delay } from "node:timers/promises";
import { hashPhotos } from "#app/features/photos/jobs.server.ts";
import { pagesPerCoreSecond } from "../load.ts";
import { interleaved, pin, processorSeconds } from "../measure.ts";
import { pageRows } from "../pages-cost.ts";
import { atLeast, atMost, ms, type Part, type Row } from "../report.ts";
import { get, openBareServer, openShop, type Shop } from "../shop.ts";

const REST_SECONDS = 60;
/** The most processor time, in milliseconds a second, of a server without visitors. */
const REST_MS = 1;

export const cost: Part = async () => {
  const rows: Row[] = [];
  {
    // Not the demo shop, which renders its pictures for minutes.
    await using shop = await openShop(100);
    rows.push(await restRow(shop));
  }
  {
    await using shop = await openShop();
    rows.push(await pictureRow(shop));
  }
  return [...rows, ...(await pageRows())];
};

async function restRow(shop: Shop): Promise<Row> {
  // The job that does this runs each ten minutes, and would find the pictures of the demo.
  await hashPhotos();
  const before = processorSeconds(shop.child.pid);
  await delay(REST_SECONDS * 1_000);
  const rest = ((processorSeconds(shop.child.pid) - before) * 1_000) / REST_SECONDS;
  return {
    what: "at rest, processor time a second, database included",
    against: `${REST_MS} ms`,
    ratio: rest / REST_MS,
    budget: atMost(1, 0.5),
    figures: `${ms(rest)} a second over ${REST_SECONDS} seconds`,
  };
}

async function pictureRow(shop: Shop): Promise<Row> {
  const page = (await get(`${shop.url}/rackets`)).body.toString();
  const [path] = /\/photos\/[0-9a-f]{64}\/640\.webp/.exec(page) ?? [];
  if (!path) throw new Error("The page has no picture.");
  using bare = await openBareServer(await get(`${shop.url}${path}`));
  for (const { child } of [shop, bare]) pin(child);
  const pictures = { paths: [path], headers: {}, connections: 8, seconds: 3 };
  const rate = await interleaved(5, {
    shop: () => pagesPerCoreSecond(shop.child, { ...pictures, url: shop.url }),
    bare: () => pagesPerCoreSecond(bare.child, { ...pictures, url: bare.url }),
  });
  return {
    what: "a picture",
    against: "bare node:http, same bytes",
    ratio: rate.shop / rate.bare,
    budget: atLeast(0.2, 0.4),
    figures: `${ms(1_000 / rate.shop)} against ${ms(1_000 / rate.bare)} of processor time`,
  };
}
