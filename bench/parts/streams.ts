import { setTimeout as delay } from "node:timers/promises";
import { person } from "#tests/support/people.ts";
import { openStreams } from "../event-streams.ts";
import { interleaved, memoryOf } from "../measure.ts";
import { atMost, kilobytes, type Part } from "../report.ts";
import { openBareServer, openShop } from "../shop.ts";

const PERSONS = 40;
const STREAMS_EACH = 25;
const REPEATS = 5;

export const streams: Part = async () => {
  await using shop = await openShop(0);
  using bare = await openBareServer();
  /** The memory of one more open stream. Streams stay open, because the process would reuse the memory of closed ones. */
  const perStream = (server: Pick<typeof shop, "child" | "url">) => async () => {
    const persons = await Promise.all(Array.from({ length: PERSONS }, () => person("listener")));
    const cookies = persons.flatMap(({ cookie }) => Array.from({ length: STREAMS_EACH }, () => cookie));
    const before = memoryOf(server.child);
    await openStreams(server.url, cookies);
    await delay(1_000);
    return (memoryOf(server.child) - before) / cookies.length;
  };
  const sides = { shop: perStream(shop), bare: perStream(bare) };
  // The first round does not count: it grows the heap, which does not shrink again.
  await interleaved(1, sides);
  const memory = await interleaved(REPEATS, sides);
  return [
    {
      what: "memory of an open event stream",
      against: "a bare node:http stream",
      ratio: memory.shop / memory.bare,
      budget: atMost(4, 1.5),
      figures: `${kilobytes(memory.shop)} against ${kilobytes(memory.bare)}, ${PERSONS * STREAMS_EACH} more in each of ${REPEATS} rounds`,
    },
  ];
};
