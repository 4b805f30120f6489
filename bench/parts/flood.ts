import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { load } from "../load.ts";
import { interleaved, milliseconds, pin, quantile } from "../measure.ts";
import { atMost, ms, type Part } from "../report.ts";
import { openShop } from "../shop.ts";

const ROUNDS = 5;
const SECONDS = 5;
const SENDERS = 4;
const EVERY_MS = 5;

/** The response times of /healthz in milliseconds, on one connection, until `done`. */
async function healthTimes(url: string, done: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let over = false;
  const ended = done.finally(() => {
    over = true;
  });
  const ask = async () => {
    const [answer] = await once(request(`${url}/healthz`, { agent }).end(), "response");
    await once(answer.resume(), "end");
  };
  while (!over) {
    times.push(await milliseconds(ask));
    await delay(EVERY_MS);
  }
  agent.destroy();
  await ended;
  return times;
}

export const flood: Part = async () => {
  await using shop = await openShop(0);
  const { url, child } = shop;
  pin(child);
  let most = 0;
  let refused = 0;
  const send = async () => {
    const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
    const forms = { paths: ["/auth"], headers, formBytes: 2 ** 20, status: 413 };
    refused += await load({ url, ...forms, connections: SENDERS, seconds: SECONDS });
  };
  const sides = {
    idle: async () => quantile(await healthTimes(url, delay(SECONDS * 1_000)), 0.99),
    async flooded() {
      const times = await healthTimes(url, send());
      most = Math.max(most, ...times);
      return quantile(times, 0.99);
    },
  };
  await interleaved(1, sides);
  [most, refused] = [0, 0];
  const p99 = await interleaved(ROUNDS, sides);
  return [
    {
      what: "/healthz while forms of half a million fields come, p99",
      against: "p99 of /healthz while nothing else is asked",
      ratio: p99.flooded / p99.idle,
      budget: atMost(5, 2),
      figures: `${ms(p99.flooded)} against ${ms(p99.idle)}, at most ${ms(most)}; ${SENDERS} senders, ${Math.round(refused / (ROUNDS * SECONDS))} forms of 1 MB a second, all refused`,
    },
  ];
};
