import { type Load, load, pagesPerCoreSecond } from "../load.ts";
import { interleaved, pin } from "../measure.ts";
import { atLeast, integer, ms, type Part, type Row } from "../report.ts";
import { get, openBareServer, openShop } from "../shop.ts";

const RACKETS = 10_000;
const REPEATS = 5;
const PATH = "/api/v1/listings/racket";
const GZIP = { "accept-encoding": "gzip" };

/** A page of 24 listings as JSON, for a client without a key: kept, and with another query each time. */
export const api: Part = async () => {
  await using shop = await openShop(RACKETS);
  const others = Array.from({ length: 60_000 }, (_, n) => `${PATH}?max_price=${(900 + n / 100).toFixed(2)}`);
  // Only kept answers are compressed, and the first request is answered before its answer is kept.
  await get(shop.url + PATH, GZIP);
  return [
    await listRow(shop, "from the cache", [PATH], atLeast(0.2, 0.5)),
    await listRow(shop, "another query each time", others),
  ];
};

async function listRow(
  { url, child }: Pick<Awaited<ReturnType<typeof openShop>>, "url" | "child">,
  which: string,
  paths: readonly string[],
  budget?: Row["budget"],
): Promise<Row> {
  const first = await get(`${url}${paths[0]}`, GZIP);
  using bare = await openBareServer(first);
  for (const each of [child, bare.child]) pin(each);
  const pages: Omit<Load, "url"> = { connections: 16, seconds: 3, headers: GZIP, paths };
  // V8 needs some thousand answers to optimize the code.
  await load({ ...pages, url, seconds: 6 });
  const rate = await interleaved(REPEATS, {
    shop: () => pagesPerCoreSecond(child, { ...pages, url }),
    bare: () => pagesPerCoreSecond(bare.child, { ...pages, url: bare.url, paths: [PATH] }),
  });
  return {
    what: `24 listings as JSON, ${which}`,
    against: "bare node:http, same bytes",
    ratio: rate.shop / rate.bare,
    budget,
    figures: `${ms(1_000 / rate.shop)} against ${ms(1_000 / rate.bare)} of processor time, database included; ${integer(RACKETS)} rackets, ${integer(first.body.byteLength / 1024)} KB as sent`,
  };
}
