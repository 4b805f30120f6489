import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { db } from "#app/platform/db.server.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import type { Bench } from "../bench.ts";
import type { Exchanged, Gathering } from "../generate-messages.ts";
import { memoryOf } from "../load-test.ts";
import { median, milliseconds, quantile } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { bareStreamServer, openShop } from "../shop.ts";

const PEOPLE = 2_000;
/** Open streams after each step. The first step does not count: it grows the heap, which does not shrink again. */
const STEPS = [1_000, 1_200, 1_400, 1_600, 1_800, PEOPLE];
const PER_SECOND = 50;
const SECONDS = 25;
/** The measuring time is split into this many parts. */
const ROUNDS = 5;
const MADE_AT_ONCE = 100;

/** Creates people, and a room for each pair of them: the second person is the seller. */
async function gather(): Promise<Pick<Gathering, "cookies" | "rooms">> {
  const people: Person[] = [];
  while (people.length < PEOPLE) {
    people.push(...(await Promise.all(Array.from({ length: MADE_AT_ONCE }, () => person("listener")))));
  }
  const rooms: string[] = [];
  while (rooms.length < PEOPLE / 2) {
    const some = Array.from({ length: MADE_AT_ONCE }, (_, nth) => (rooms.length + nth) * 2);
    rooms.push(...(await Promise.all(some.map((nth) => roomOf(people[nth], people[nth + 1])))));
  }
  return { cookies: people.map(({ cookie }) => cookie), rooms };
}

async function roomOf(buyer: Person | undefined, seller: Person | undefined): Promise<string> {
  if (!buyer || !seller) throw new Error("There are two in each room.");
  const { type, id: listing_id } = await racketOf(seller);
  const { id } = await db()
    .insertInto("chat_rooms")
    .values({
      listing_type: type,
      listing_id,
      listing_name: "Blade 98",
      seller_id: seller.viewer.id,
      buyer_id: buyer.viewer.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Starts generate-messages.ts, which plays all people. It waits before each step. */
async function begin(gathering: Gathering, folder: string) {
  const file = path.join(folder, `gathering-${new URL(gathering.url).port}.json`);
  writeFileSync(file, JSON.stringify(gathering));
  const program = path.join(import.meta.dirname, "../generate-messages.ts");
  const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** The next line of its output. @throws when it ends instead */
    async nextLine(): Promise<string> {
      const { done, value } = await lines.next();
      if (done) throw new Error("The people have gone away.");
      return value;
    },
    goOn: () => void child.stdin.write("\n"),
    /** Opens the next streams. */
    async step() {
      this.goOn();
      await this.nextLine();
    },
    async end() {
      child.kill();
      await exited;
    },
  };
}

type People = Awaited<ReturnType<typeof begin>>;

/**
 * Opens streams step by step, in both servers in turn. Returns the median memory of one more open stream, in bytes. The
 * streams stay open.
 */
async function perStream(sides: Readonly<Record<"shop" | "bare", { people: People; child: ChildProcess }>>) {
  const memory = { shop: [] as number[], bare: [] as number[] };
  for (const [nth, step] of STEPS.entries()) {
    for (const side of ["shop", "bare"] as const) {
      const { people, child } = sides[side];
      const before = memoryOf(child);
      await people.step();
      await delay(1_000);
      memory[side].push((memoryOf(child) - before) / (step - (STEPS[nth - 1] ?? 0)));
    }
  }
  return { shop: median(memory.shop.slice(1)), bare: median(memory.bare.slice(1)) };
}

/** Measures ten NOTIFYs a second through the same database, from one connection to another, until `meanwhile` ends. */
async function hopsDuring<T>(
  databaseUrl: string,
  meanwhile: Promise<T>,
): Promise<{ hops: number[]; result: T }> {
  const [notifier, listener] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }));
  if (!notifier || !listener) throw new Error("There are two.");
  try {
    await Promise.all([notifier.connect(), listener.connect()]);
    await listener.query("listen bench");
    const hops: number[] = [];
    let over = false;
    const ended = meanwhile.finally(() => {
      over = true;
    });
    while (!over) {
      const notification = once(listener, "notification");
      hops.push(await milliseconds(() => Promise.all([notification, notifier.query("notify bench, 'hop'")])));
      await delay(100);
    }
    return { hops, result: await ended };
  } finally {
    await Promise.all([notifier.end(), listener.end()]);
  }
}

/** Splits the values into ROUNDS parts, and returns the median of the parts' quantiles. */
function byRound(values: readonly number[], q: number): number {
  const length = Math.ceil(values.length / ROUNDS);
  const rounds = Array.from({ length: ROUNDS }, (_, nth) => values.slice(nth * length, (nth + 1) * length));
  return median(rounds.map((round) => quantile(round, q)));
}

/** Measures the memory of an open stream, then the delivery times while 2,000 people send messages to each other. */
export async function benchDelivery({ folder, say }: Bench): Promise<Row[]> {
  const shop = await openShop(0);
  const bare = await bareStreamServer();
  const started: People[] = [];
  try {
    const gathered = await gather();
    const plan = { ...gathered, steps: STEPS, perSecond: PER_SECOND, seconds: SECONDS };
    const listeners = await begin({ ...plan, rooms: [], url: bare.url }, folder);
    started.push(listeners);
    const people = await begin({ ...plan, url: shop.server.url }, folder);
    started.push(people);
    const memory = await perStream({
      shop: { people, child: shop.server.child },
      bare: { people: listeners, child: bare.child },
    });
    await listeners.end();
    say(`${PEOPLE} streams are open; ${PER_SECOND} messages a second for ${SECONDS} s …`);
    people.goOn();
    const exchange = people.nextLine().then((line) => JSON.parse(line) as Exchanged);
    const { hops, result } = await hopsDuring(shop.server.databaseUrl, exchange);
    if (result.lost + result.duplicated > 0)
      throw new Error(`${result.lost} messages were lost and ${result.duplicated} duplicated.`);
    const row = (what: string, q: number): Row => {
      const [took, hop] = [byRound(result.delivered, q), byRound(hops, q)];
      return {
        what: `${PER_SECOND} messages a second among ${PEOPLE} streams: sent -> in the other's stream, ${what}`,
        against: `one LISTEN/NOTIFY hop meanwhile, ${what}`,
        ratio: took / hop,
        ...(q === 0.5 && { budget: { at: "most", limit: 150, goal: 50 } as const }),
        figures: `${ms(took)} against ${ms(hop)}; the sender's answer ${ms(byRound(result.answered, q))}; ${result.delivered.length} messages, none lost or duplicated`,
      };
    };
    const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
    return [
      row("p50", 0.5),
      row("p95", 0.95),
      {
        what: `memory of each of ${PEOPLE} people's open event streams`,
        against: "a bare node:http stream",
        ratio: memory.shop / memory.bare,
        budget: { at: "most", limit: 4, goal: 1.5 },
        figures: `${kilobytes(memory.shop)} against ${kilobytes(memory.bare)}, ${STEPS.length - 1} steps`,
      },
    ];
  } finally {
    for (const people of started) await people.end();
    bare.stop();
    await shop.stop();
  }
}
