import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { generate, pin } from "../load-test.ts";
import { median, quantile } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { openShop } from "../shop.ts";

export interface Flood {
  readonly url: string;
  /** Concurrent senders, each of which sends its next body after the answer to the one before. */
  readonly senders: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface Flooded {
  readonly refused: number;
  /** Answers other than 413. */
  readonly failed: number;
}

const ROUNDS = 5;
const SECONDS = 5;
const SENDERS = 4;
const BYTES = 1024 * 1024;
const EVERY_MS = 5;

/** Floods a server from another process. Returns the number of refused bodies. @throws when not all were refused */
async function flood(wanted: Flood): Promise<number> {
  const { refused, failed } = (await generate("generate-flood.ts", wanted)) as Flooded;
  if (failed > 0 || refused === 0) throw new Error(`${refused} floods were refused, ${failed} were not.`);
  return refused;
}

/** The response times of /healthz in milliseconds, on one connection until `done`. */
async function healthTimes(url: string, done: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let open = true;
  void done.finally(() => {
    open = false;
  });
  while (open) {
    const start = performance.now();
    const asking = request(`${url}/healthz`, { agent }).end();
    const [answer] = await once(asking, "response");
    answer.resume();
    await once(answer, "end");
    times.push(performance.now() - start);
    await delay(EVERY_MS);
  }
  agent.destroy();
  return times;
}

export async function benchFlood(_: Bench): Promise<Row[]> {
  const shop = await openShop(0);
  try {
    const { url, child } = shop.server;
    pin(child);
    const wanted = { url: `${url}/auth`, senders: SENDERS, bytes: BYTES, seconds: SECONDS };
    await healthTimes(url, flood(wanted));
    const idle: number[] = [];
    const flooded: number[] = [];
    const most: number[] = [];
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(quantile(await healthTimes(url, delay(SECONDS * 1_000)), 0.99));
      const sending = flood(wanted);
      const times = await healthTimes(url, sending);
      refused += await sending;
      flooded.push(quantile(times, 0.99));
      most.push(Math.max(...times));
    }
    const perSecond = Math.round(refused / (ROUNDS * SECONDS));
    return [
      {
        what: "/healthz while forms of half a million fields come, p99",
        against: "p99 of /healthz while nothing else is asked",
        ratio: median(flooded) / median(idle),
        budget: { at: "most", limit: 5, goal: 2 },
        figures: `${ms(median(flooded))} against ${ms(median(idle))}, at most ${ms(Math.max(...most))}; ${SENDERS} senders, ${perSecond} forms of 1 MB a second, all refused`,
      },
    ];
  } finally {
    await shop.stop();
  }
}
