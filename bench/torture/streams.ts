// R4: people with open streams write to each other, over two servers, while their connections break.
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { insertRows } from "#tests/support/rows.ts";
import { integer } from "../report.ts";
import { ask, formCall } from "./client.ts";
import { Follower } from "./follower.ts";
import { inParts, type Member, members, racketsOf } from "./people.ts";
import type { Row } from "./row.ts";
import { openServers } from "./servers.ts";

const SENDERS = 24;
const OPENED_AT_ONCE = 50;
const LAST_WAIT_MS = 60_000;
/** So many messages may a person write in a minute. */
const A_MINUTE = 60;

interface Author extends Member {
  readonly room: string;
}

/** Pairs of people, one after the other, who share a conversation. */
async function pairs(count: number): Promise<Author[]> {
  const people = await members(count);
  const listings = await racketsOf(people.filter((_, n) => n % 2 === 0));
  const rooms = listings.map((listing_id, n) => ({
    ...{ id: randomUUID(), listing_type: "racket", listing_id, listing_name: "Blade 98" },
    ...{ seller_id: people[2 * n]?.id, buyer_id: people[2 * n + 1]?.id },
  }));
  await inParts(rooms, (part) => insertRows("chat_rooms", part));
  return people.map((member, n) => ({ ...member, room: rooms[Math.floor(n / 2)]?.id ?? "" }));
}

export const streams: Row = {
  asked: "800,000 messages to 2,000 streams under drops, over two servers: missing, doubled, out of order 0",
  async run(torture) {
    const { chances } = torture;
    const size = torture.of({
      short: { people: 40, deliveries: 800, seconds: 30, dropsASecond: 20 },
      usual: { people: 2_000, deliveries: 800_000, seconds: 180, dropsASecond: 40 },
      long: { people: 2_000, deliveries: 800_000, seconds: 7_200, dropsASecond: 40 },
    });
    await using shop = await openServers(torture, 2);
    const people = await pairs(size.people);
    let nth = 0;
    const anyServer = () => shop.urls[nth++ % shop.urls.length] ?? "";
    const followers = people.map(({ cookie }) => new Follower(cookie, anyServer));
    for (let from = 0; from < followers.length; from += OPENED_AT_ONCE)
      await Promise.all(followers.slice(from, from + OPENED_AT_ONCE).map((follower) => follower.open()));
    torture.say(`${integer(followers.length)} streams are open.`);

    const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
    const messages = size.deliveries / 2;
    const started = performance.now();
    const until = started + size.seconds * 1_000;
    const faults: string[] = [];
    const sentTo = new Map<string, number>();
    let [sent, drops] = [0, 0];
    /** Whom to ask next: all in turn, so that nobody reaches the limit of messages a minute. */
    let turn = 0;
    async function send(): Promise<void> {
      while (sent < messages && performance.now() < until) {
        const author = people[turn++ % people.length] as Author;
        const tooFast = (turn / people.length / A_MINUTE) * 60_000 - (performance.now() - started);
        if (tooFast > 0) await delay(tooFast);
        sent += 1;
        const fields = { clientId: randomUUID(), message: `Message ${sent}` };
        const origin = anyServer();
        const answer = await ask(
          origin,
          formCall(author, origin, `/chat/rooms/${author.room}/messages`, fields),
          agent,
        );
        if (typeof answer === "string" || answer.status !== 200)
          faults.push(`A message was answered ${JSON.stringify(answer).slice(0, 200)}.`);
        else sentTo.set(author.room, (sentTo.get(author.room) ?? 0) + 1);
      }
    }
    let isSending = true;
    async function breakStreams(): Promise<void> {
      while (isSending) {
        followers[chances.between(0, followers.length - 1)]?.drop();
        drops += 1;
        await delay(1_000 / size.dropsASecond);
      }
    }
    await Promise.all([
      Promise.all(Array.from({ length: SENDERS }, send)).finally(() => (isSending = false)),
      breakStreams(),
    ]);
    const total = (name: "received" | "missing" | "doubled" | "outOfOrder" | "resets") =>
      followers.reduce((sum, { seen }) => sum + seen[name], 0);
    const expected = 2 * [...sentTo.values()].reduce((sum, count) => sum + count, 0);
    const wait = performance.now() + LAST_WAIT_MS;
    while (total("received") < expected && performance.now() < wait) await delay(50);
    for (const follower of followers) follower.close();
    agent.destroy();
    const missing = total("missing") + Math.max(0, expected - total("received"));
    const counts = {
      missing,
      doubled: total("doubled"),
      outOfOrder: total("outOfOrder"),
      resets: total("resets"),
    };
    for (const [what, count] of Object.entries(counts)) if (count > 0) faults.push(`${what}: ${count}.`);
    const seconds = Math.round((performance.now() - started) / 1_000);
    return {
      ran: `${integer(expected)} messages to ${integer(followers.length)} streams in ${seconds} s, ${integer(drops)} drops, two servers`,
      result: `missing ${missing}, doubled ${counts.doubled}, out of order ${counts.outOfOrder}`,
      faults,
    };
  },
};
