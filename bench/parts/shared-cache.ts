import { freePort } from "#tests/support/server.ts";
import { startPlainVarnish, startVarnish } from "#tests/support/varnish.ts";
import { findOnPath } from "../../scripts/debian.mjs";
import { load, pagesPerCoreSecond } from "../load.ts";
import { interleaved, pin } from "../measure.ts";
import { atLeast, type Part } from "../report.ts";
import { get, openBareServer, openShop } from "../shop.ts";

const RACKETS = 10_000;
const REPEATS = 5;
const GZIP = { "accept-encoding": "gzip" };

/** @throws without Varnish, which the shop itself does not need */
export const sharedCache: Part = async () => {
  process.env.PATH = `${process.env.PATH}:/usr/sbin`;
  if (!findOnPath(["varnishd"])) throw new Error("Varnish is not installed: apt-get install varnish");
  const [port, plainPort] = [await freePort(), await freePort()];
  await using shop = await openShop(RACKETS, { CACHE_PURGE_URLS: `http://127.0.0.1:${port}/` });
  const page = await get(`${shop.url}/rackets`, GZIP);
  const { vary: _, ...headers } = page.headers;
  using bare = await openBareServer({
    ...page,
    headers: { ...headers, "cache-control": "public, max-age=3600" },
  });
  const varnish = await startVarnish({ port, servers: [shop.port, shop.port], https: false });
  const plain = await startPlainVarnish(plainPort, Number(new URL(bare.url).port));
  try {
    for (const { child } of [shop, bare, varnish, plain]) pin(child);
    const url = `http://127.0.0.1:${port}`;
    const plainUrl = `http://127.0.0.1:${plainPort}`;
    const pages = { connections: 16, seconds: 3, headers: GZIP, paths: ["/rackets"] };
    await load({ ...pages, url });
    const rate = await interleaved(REPEATS, {
      shared: () => pagesPerCoreSecond(varnish.child, { ...pages, url }),
      plain: () => pagesPerCoreSecond(plain.child, { ...pages, url: plainUrl }),
    });
    return [
      {
        what: "anonymous browse page through Varnish, throughput",
        against: "Varnish as it comes, with a static page of the same bytes",
        ratio: rate.shared / rate.plain,
        budget: atLeast(0.5, 0.8),
        figures: `${rate.shared.toFixed(0)} against ${rate.plain.toFixed(0)} pages per second of processor time, gzip`,
      },
    ];
  } finally {
    await Promise.all([varnish.stop(), plain.stop()]);
  }
};
