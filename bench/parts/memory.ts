import { person } from "#tests/support/people.ts";
import type { Bench } from "../bench.ts";
import { load, memoryOf } from "../load-test.ts";
import { megabytes, type Row } from "../report.ts";
import { samples } from "../searches.ts";
import { openShop } from "../shop.ts";

const RACKETS = 10_000;
const BUDGET = { limit: 350, goal: 200 };

/** Measures the memory of the server process, without the database, under mixed load. */
export async function benchMemory({ long, say }: Bench): Promise<Row[]> {
  const minutes = long ? 10 : 1.5;
  const shop = await openShop(RACKETS);
  const { url, child } = shop.server;
  try {
    const { cookie } = await person("reader");
    const drawn = await samples(300);
    const details = drawn.map(({ id }) => `/rackets/${id}?`);
    const browses = drawn.map(({ brand }) => `/rackets?brand=${encodeURIComponent(brand)}`);
    const options = { url, headers: { "accept-encoding": "gzip" }, connections: 8, repeated: false };
    const mixed = [...details, ...browses, "/?", "/nl/rackets?", "/auth?"];
    const round = async (seconds: number) => {
      // Anonymous pages, most of which fill the page cache, then pages of a signed-in person.
      await load({ ...options, seconds, paths: mixed });
      await load({ ...options, seconds, paths: browses, headers: { ...options.headers, cookie } });
    };
    await round(8);
    const atStart = memoryOf(child);
    const seen = [atStart];
    const rounds = Math.round((minutes * 60) / 20);
    for (let n = 0; n < rounds; n++) {
      await round(10);
      seen.push(memoryOf(child));
    }
    const atEnd = seen.at(-1) ?? Number.NaN;
    say(seen.map(megabytes).join(", "));
    const most = Math.max(...seen);
    return [
      {
        what: `server memory after ${minutes} minutes of mixed load`,
        against: "after the first 16 seconds",
        ratio: atEnd / atStart,
        figures: `${megabytes(atEnd)} against ${megabytes(atStart)}; most ${megabytes(most)}`,
      },
      {
        what: "the same, most at any time",
        against: "1 MB",
        ratio: most / 2 ** 20,
        budget: { at: "most", ...BUDGET },
        figures: `${seen.length} looks, every 20 seconds`,
      },
    ];
  } finally {
    await shop.stop();
  }
}
