import { setTimeout as delay } from "node:timers/promises";
import { hashPhotos } from "#app/features/photos/jobs.server.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { load, pagesPerCoreSecond } from "../load.ts";
import { interleaved, pin, processorSeconds } from "../measure.ts";
import { pageRows } from "../pages-cost.ts";
import { atLeast, atMost, ms, type Part, type Row } from "../report.ts";
import { get, openBarePages, openBareServer, openShop, type Shop } from "../shop.ts";
import { writeRows } from "../write-cost.ts";

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
    rows.push(await pictureRow(shop), await firstViewRow(shop));
  }
  return [...rows, ...(await writeRows()), ...(await pageRows())];
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

const FIRST_VIEWS = 10;

/** Each view has an empty browser cache; the server has served the page before. */
async function firstViewRow({ child, url }: Shop): Promise<Row> {
  const address = `${url}/rackets`;
  const [{ body: html }, { body: data }] = await Promise.all([get(address), get(`${address}.data`)]);
  using bare = await openBarePages([{ path: "/page", html: html.toString(), data: data.toString() }]);
  for (const each of [child, bare.child]) pin(each);
  await using browser = await launchBrowser();
  let requests = 0;
  async function view(): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests++;
    });
    await page.goto(address, { waitUntil: "networkidle" });
    await page.close();
  }
  await view();
  requests = 0;
  const before = processorSeconds(child.pid);
  for (let n = 0; n < FIRST_VIEWS; n++) await view();
  const each = (processorSeconds(child.pid) - before) / FIRST_VIEWS;
  const bareLoad = { paths: ["/page"], headers: {}, connections: 8, url: bare.url };
  await load({ ...bareLoad, seconds: 5 });
  const barePage = 1 / (await pagesPerCoreSecond(bare.child, { ...bareLoad, seconds: 3 }));
  return {
    what: "a first view in Chromium of a browse page, all its requests",
    against: "bare React Router, the page alone, from memory",
    ratio: each / barePage,
    figures: `${ms(each * 1_000)} against ${ms(barePage * 1_000)} of processor time; ${requests / FIRST_VIEWS} requests`,
  };
}
