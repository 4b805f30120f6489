import { setTimeout as delay } from "node:timers/promises";
import { person } from "#tests/support/people.ts";
import { load } from "../load.ts";
import { memoryOf } from "../measure.ts";
import { atMost, megabytes, type Part } from "../report.ts";
import { samples } from "../searches.ts";
import { openShop } from "../shop.ts";

/** Of an hour (`--long`), a fifth is load, so that the server also collects garbage while it rests. */
const HOUR = { minutes: 60, load: 3, pause: 24_000 };
const SHORT = { minutes: 1.5, load: 10, pause: 0 };

/** Measures the memory of the server process, without the database, under mixed load. */
export const memory: Part = async ({ long, say }) => {
  const { minutes, load: seconds, pause } = long ? HOUR : SHORT;
  await using shop = await openShop(10_000);
  const { cookie } = await person("reader");
  const drawn = await samples(300);
  const details = drawn.map(({ id }) => `/rackets/${id}?`);
  const browses = drawn.map(({ brand }) => `/rackets?brand=${encodeURIComponent(brand)}`);
  const mixed = [...details, ...browses, "/?", "/nl/rackets?", "/auth?"];
  const headers = { "accept-encoding": "gzip" };
  async function round(seconds: number): Promise<number> {
    const options = { url: shop.url, connections: 8, unique: true, seconds };
    // Anonymous pages, most of which fill the page cache, then pages of a signed-in person.
    await load({ ...options, paths: mixed, headers });
    await load({ ...options, paths: browses, headers: { ...headers, cookie } });
    return memoryOf(shop.child);
  }
  const atStart = await round(8);
  const seen = [atStart];
  const roundSeconds = 2 * seconds + pause / 1_000;
  for (let n = 0; n < Math.round((minutes * 60) / roundSeconds); n++) {
    seen.push(await round(seconds));
    await delay(pause);
  }
  say(seen.map(megabytes).join(", "));
  const [atEnd, most] = [seen.at(-1) ?? Number.NaN, Math.max(...seen)];
  return [
    {
      what: `server memory after ${minutes} minutes of mixed load`,
      against: "after the first 16 seconds",
      ratio: atEnd / atStart,
      figures: `${megabytes(atEnd)} against ${megabytes(atStart)}`,
    },
    {
      what: "the same, most at any time",
      against: "1 MB",
      ratio: most / 2 ** 20,
      budget: atMost(350, 200),
      figures: `${seen.length} looks, every ${roundSeconds} seconds`,
    },
  ];
};
