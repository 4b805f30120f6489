import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "#app/platform/db.server.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { openHop } from "../database.ts";
import { openStreams } from "../event-streams.ts";
import { median, milliseconds, processorSeconds, quantile } from "../measure.ts";
import { atMost, ms, type Part } from "../report.ts";
import { openShop } from "../shop.ts";

const PEOPLE = 2_000;
const PER_SECOND = 50;
const MESSAGES = 25 * PER_SECOND;
const LAST_WAIT_MS = 10_000;
const MADE_AT_ONCE = 100;
/** How many people are between the authors of two consecutive messages, so that nobody reaches the rate limit. */
const STRIDE = 787;

interface Author {
  readonly cookie: string;
  readonly room: string;
}

/** Creates a buyer and a seller, who share a room. */
async function pair(): Promise<Author[]> {
  const [buyer, seller] = [await person("buyer"), await person("seller")];
  const { type, id: listing_id } = await racketOf(seller);
  const ids = { seller_id: seller.viewer.id, buyer_id: buyer.viewer.id };
  const { id: room } = await db()
    .insertInto("chat_rooms")
    .values({ listing_type: type, listing_id, listing_name: "Blade 98", ...ids })
    .returning("id")
    .executeTakeFirstOrThrow();
  return [buyer, seller].map(({ cookie }) => ({ cookie, room }));
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a message as the page does. @throws when it is refused */
async function post(origin: string, author: Author | undefined, message: string): Promise<void> {
  const type = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
  const headers = { ...type, cookie: author?.cookie, origin };
  const sending = request(`${origin}/chat/rooms/${author?.room}/messages`, {
    agent,
    method: "POST",
    headers,
  });
  sending.end(new URLSearchParams({ clientId: crypto.randomUUID(), message }).toString());
  const [answer] = await once(sending, "response");
  await once(answer.resume(), "end");
  if (answer.statusCode !== 200) throw new Error(`A message was answered ${answer.statusCode}.`);
}

/** Measures delivery times while people with open streams send messages to each other. */
export const delivery: Part = async () => {
  await using shop = await openShop(0);
  await using connections = await openHop(shop.databaseUrl);
  const people: Author[] = [];
  while (people.length < PEOPLE)
    people.push(...(await Promise.all(Array.from({ length: MADE_AT_ONCE }, pair))).flat());
  /** When each message arrived in each stream: the author's, and the other person's. */
  const arrivals = new Map<string, number[]>();
  const cookies = people.map(({ cookie }) => cookie);
  await openStreams(shop.url, cookies, (event, stream) => {
    const [, message] = /"message":"bench-(\d+)-"/.exec(event) ?? [];
    const key = `${message} ${stream}`;
    if (message) arrivals.set(key, [...(arrivals.get(key) ?? []), performance.now()]);
  });

  const usedBefore = processorSeconds(shop.child.pid);
  const started = performance.now();
  const hops: number[] = [];
  const measureHops = async () => {
    while (performance.now() < started + (MESSAGES / PER_SECOND) * 1_000) {
      hops.push(await connections.hop());
      await delay(100);
    }
  };
  const exchange = async (_: unknown, n: number) => {
    await delay((n * 1_000) / PER_SECOND);
    const author = (n * STRIDE) % PEOPLE;
    const sent = performance.now();
    const answered = await milliseconds(() => post(shop.url, people[author], `bench-${n}-`));
    return { sent, answered, arrival: `${n} ${author ^ 1}` };
  };
  const messages = Array.from({ length: MESSAGES }, exchange);
  await measureHops();
  const exchanged = await Promise.all(messages);
  const each = ((processorSeconds(shop.child.pid) - usedBefore) / MESSAGES) * 1_000;
  const until = performance.now() + LAST_WAIT_MS;
  while (arrivals.size < MESSAGES * 2 && performance.now() < until) await delay(50);
  const lost = MESSAGES * 2 - arrivals.size;
  const duplicated = [...arrivals.values()].filter((times) => times.length > 1).length;
  if (lost + duplicated > 0) throw new Error(`${lost} messages were lost and ${duplicated} duplicated.`);

  const delivered = exchanged.map(({ sent, arrival }) => (arrivals.get(arrival)?.[0] ?? Number.NaN) - sent);
  const answered = exchanged.map((message) => message.answered);
  const figures = [0.5, 0.95].map((q) => {
    const [took, hop, answer] = [delivered, hops, answered].map((times) => ms(quantile(times, q)));
    return `${took} against ${hop}, the sender's answer ${answer}`;
  });
  return [
    {
      what: `${PER_SECOND} messages a second among ${PEOPLE} streams: sent -> in the other's stream, p50`,
      against: "one LISTEN/NOTIFY hop meanwhile, p50",
      ratio: median(delivered) / median(hops),
      budget: atMost(150, 50),
      figures: `${figures.join("; p95: ")}; ${ms(each)} of processor time a message, all of it; ${MESSAGES} messages, none lost or duplicated`,
    },
  ];
};
