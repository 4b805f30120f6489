import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "#server/migrate.ts";
import { type Replicated, startReplicated } from "#tests/support/replicated-database.ts";
import { AUTH_SECRET } from "#tests/support/server.ts";
import { type DatabaseProxy, databaseProxy } from "#tests/support/silent-proxy.ts";
import { primaryFirst } from "./database-primary.server.ts";
import { closeDb, db, prepared } from "./db.server.ts";
import { configure, env, parseEnv } from "./env.server.ts";
import { enqueue, startJobs, stopJobs } from "./jobs.server.ts";
import { listen } from "./listen.server.ts";
import { findPrimary } from "./primary.server.ts";
import { QueryCache } from "./query-cache.server.ts";
import { Replica } from "./replica.server.ts";
import { readFromReplica, replicaFigures, sendPosition } from "./replicas.server.ts";
import { inRequest, type RequestContext } from "./request-context.server.ts";

let cluster: Replicated;
let proxy: DatabaseProxy;
let stopListening = async () => {};
const heard: string[] = [];
const cache = new QueryCache();

beforeAll(async () => {
  await closeDb();
  cluster = await startReplicated(2, async (url) => {
    await migrate(url);
  });
  await cluster.primary.query(`
    create table notes (text text primary key);
    create function note(text) returns text language sql as 'insert into notes values ($1) returning text';
    grant all on notes to second_serve`);
  const [first, second] = cluster.replicas;
  proxy = await databaseProxy(second?.url ?? "");
  const environment = { DATABASE_URL: cluster.primary.url, AUTH_SECRET, DEMO_DATA: "off" };
  configure(parseEnv({ ...environment, DATABASE_REPLICA_URLS: `${first?.url}, ${proxy.url}` }));
  const { close } = await listen({
    channel: "listings",
    onConnect: () => cache.setListening(true),
    onDisconnect: () => cache.setListening(false),
    onNotify(what) {
      heard.push(what);
      cache.invalidate("notes");
    },
  });
  stopListening = close;
}, 60_000);
afterAll(async () => {
  await stopJobs();
  await stopListening();
  await closeDb();
  await proxy.close();
  await cluster.stop();
});
afterEach(async () => {
  await replay("resume");
});

/** What a page of a person with these cookies reads. `send` gets the headers of its answer. */
async function page<Result>(
  read: () => Promise<Result>,
  cookies: string | null = null,
  headers = new Headers(),
) {
  const context: RequestContext = { id: "", locale: "en-GB" };
  return inRequest(context, async () => {
    readFromReplica(context, cookies);
    const result = await read();
    await sendPosition(headers, context, true);
    return result;
  });
}

/** Whether a replica answers the statements of a page. */
async function isReplica(): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select pg_is_in_recovery() as answer`.execute(db());
  return rows[0]?.answer === true;
}

async function notes(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db());
  return rows.map(({ text }) => text);
}

/** Pauses or resumes the replay of the log by the replicas, as a load on them would. */
async function replay(what: "pause" | "resume"): Promise<void> {
  for (const replica of cluster.replicas)
    await replica.query(`select pg_wal_replay_${what}() where pg_is_in_recovery()`).catch(() => {});
}

const untilReplica = (cookies?: string) => expect.poll(() => page(isReplica, cookies)).toBe(true);

/** Like a write by another server that tells nobody. */
const writeQuietly = (text: string) => cluster.primary.query(`insert into notes values ('${text}')`);

async function written(text: string): Promise<string> {
  const headers = new Headers();
  await page(() => sql`insert into notes values (${text})`.execute(db()), null, headers);
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

test("pages read from replicas, in turn, and all else from the primary", async () => {
  await untilReplica();
  const where = async () => {
    const { rows } = await sql<{
      at: string;
    }>`select current_setting('cluster_name') as at`.execute(db());
    return rows[0]?.at;
  };
  const seen = new Set<string | undefined>();
  await expect.poll(async () => seen.add(await page(where)).size).toBe(2);
  const [state] = await page(() =>
    prepared(sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`),
  );
  expect(state).toEqual({ replica: true });
  const [session] = await page(() =>
    prepared(sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`, "primary"),
  );
  expect(session).toEqual({ replica: false });
  expect(await isReplica()).toBe(false);
  await page(() =>
    db()
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql`select pg_is_in_recovery() as replica`.execute(trx);
        expect(rows).toEqual([{ replica: false }]);
      }),
  );
});

test("a page that nobody was told about is a moment old; a person sees their own write at once, on all servers", async () => {
  await untilReplica();
  await replay("pause");
  await writeQuietly("quiet");
  expect(await page(notes)).not.toContain("quiet");
  // Written through another server: this one does not know of it.
  const { rows } = await cluster.primary.query("select pg_current_wal_lsn() - '0/0' as position");
  expect(await page(notes, `second-serve.position=${rows[0].position}`)).toContain("quiet");
  expect(await page(notes)).not.toContain("quiet");
  const cookie = await written("mine");
  expect(cookie).toMatch(/^second-serve\.position=\d+$/);
  expect(await page(notes, cookie)).toEqual(["mine", "quiet"]);
  await replay("resume");
  await untilReplica(cookie);
  expect(await page(notes, cookie)).toEqual(["mine", "quiet"]);
});

test("a page reads its own write, and all after it, from the primary", async () => {
  await untilReplica();
  await replay("pause");
  await page(async () => {
    expect(await isReplica()).toBe(true);
    await sql`insert into notes values ('within')`.execute(db());
    expect(await notes()).toContain("within");
  });
});

test("a position that the primary cannot have is ignored, and so is what is none", async () => {
  await untilReplica();
  for (const position of ["999999999999999", "9".repeat(40), "1/2", "-1", ""])
    expect(await page(isReplica, `second-serve.position=${position}`)).toBe(true);
});

test("after a notification no page is older, and nothing older is cached", async () => {
  await untilReplica();
  await replay("pause");
  const context: RequestContext = { id: "", locale: "en-GB" };
  await inRequest(context, async () => {
    readFromReplica(context, null);
    expect(await isReplica()).toBe(true);
    await writeQuietly("told");
    await cluster.primary.query("select pg_notify('listings', 'notes')");
    await expect.poll(() => heard).toContain("notes");
    // The page began before, and asks for what the whole server keeps.
    expect(await cache.get("all", "notes", notes)).toContain("told");
  });
  expect(await page(notes)).toContain("told");
  expect(await page(isReplica)).toBe(false);
  await replay("resume");
  await untilReplica();
});

test("a statement that a replica refuses, or that locks something, runs on the primary", async () => {
  await untilReplica();
  for (const text of ["called", "called again"]) {
    const { rows } = await page(() => sql<{ text: string }>`select note(${text}) as text`.execute(db()));
    expect(rows).toEqual([{ text }]);
    await cluster.primary.query("select pg_notify('listings', '')");
    await untilReplica();
  }
  const locks = sql`select pg_is_in_recovery() as replica, pg_try_advisory_xact_lock(1)`;
  expect((await page(() => locks.execute(db()))).rows).toMatchObject([{ replica: false }]);
  await page(() => sql`select from notes for update`.execute(db()));
  await expect(page(() => sql`select 1 / 0`.execute(db()))).rejects.toMatchObject({ code: "22012" });
});

test("reads that wait for a connection of a replica go to the primary as soon as it is left", async () => {
  const replica = new Replica(cluster.replicas[0]?.url ?? "", () => {});
  const reads = Array.from({ length: 12 }, () => replica.read("main", { text: "select pg_sleep(20)" }));
  expect(replica.load).toBeGreaterThan(10);
  replica.leave();
  const soon = Promise.race([Promise.all(reads), nextTurn("they wait")]);
  expect(await soon).toEqual(reads.map(() => undefined));
});

test("a replica that falls too far behind is left out", async () => {
  await untilReplica();
  await replay("pause");
  await writeQuietly("long ago");
  expect(await page(isReplica)).toBe(true);
  // Positions are noted once a second.
  await delay(2_100);
  expect(await page(isReplica)).toBe(true);
  const clock = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => clock() + 11_000);
  await expect.poll(() => page(isReplica), { timeout: 5_000 }).toBe(false);
  later.mockRestore();
});

test("replicas that end or fall silent fail no page, and come back", { timeout: 30_000 }, async () => {
  await untilReplica();
  const fit = () => replicaFigures().filter((figure) => figure.fit).length;
  await expect.poll(fit).toBe(2);
  let loading = true;
  let pages = 0;
  const load = Array.from({ length: 8 }, async () => {
    while (loading) {
      await page(() => sql`select pg_sleep(0.01)`.execute(db()));
      pages += 1;
    }
  });
  await cluster.replicas[0]?.crash();
  await expect.poll(fit).toBe(1);
  proxy.silence("also new ones");
  await expect.poll(fit, { timeout: 5_000 }).toBe(0);
  const before = pages;
  await expect.poll(() => pages).toBeGreaterThan(before + 20);
  proxy.answer();
  await cluster.replicas[0]?.start();
  await expect.poll(fit, { timeout: 10_000 }).toBe(2);
  loading = false;
  await Promise.all(load);
});

const STANDBY = { name: "DatabaseUnavailable", reason: "25006" };

test("while the address of the primary leads to a standby, the database is away, and it is back at once", async () => {
  const [standby] = cluster.replicas;
  const address = await databaseProxy(standby?.url ?? "");
  const before = env();
  await closeDb();
  configure({ ...before, databaseUrl: address.url, databaseReplicaUrls: [] });
  try {
    const write = (text: string) => sql`insert into notes values (${text})`.execute(db());
    const many = (what: string) =>
      Promise.all(Array.from({ length: 8 }, (_, nth) => write(`${what} ${nth}`)));
    // Eight connections that stay open.
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.2)`.execute(db())));
    await expect(write("to a standby")).rejects.toMatchObject(STANDBY);
    address.leadTo(cluster.primary.url);
    await many("to the primary");
    expect(await notes()).toContain("to the primary 7");
  } finally {
    await closeDb();
    configure(before);
    await address.close();
  }
});

test("when the primary ends and a replica is promoted, writes, notifications and jobs go on there", {
  timeout: 30_000,
}, async () => {
  const ran: unknown[] = [];
  await startJobs(env().databaseUrl ?? "", { note: { work: async (data) => void ran.push(data) } });
  await cluster.primary.crash();
  await cluster.replicas[0]?.query("select pg_promote()");
  const write = () =>
    written("after").then(
      () => true,
      () => false,
    );
  await expect.poll(write, { timeout: 10_000 }).toBe(true);
  expect(env().databaseUrl).toBe(cluster.replicas[0]?.url);
  expect(await notes()).toContain("after");
  await sql`select pg_notify('listings', 'promoted')`.execute(db());
  await expect.poll(() => heard).toContain("promoted");
  await enqueue("note", { nth: 1 });
  await expect.poll(() => ran, { timeout: 10_000 }).toEqual([{ nth: 1 }]);
  // The one that was replaced comes back as it was.
  await cluster.primary.start();
  await findPrimary();
  expect(env().databaseUrl).toBe(cluster.replicas[0]?.url);
  // As at a start, while DATABASE_URL still names it.
  const { urls } = await primaryFirst([cluster.primary.url, ...cluster.replicas.map(({ url }) => url)]);
  expect(urls[0]).toBe(cluster.replicas[0]?.url);
  expect(await page(notes)).toContain("after");
  // Nor is it used while the newer one is away.
  await cluster.replicas[0]?.crash();
  await findPrimary();
  expect(env().databaseUrl).toBe(cluster.replicas[0]?.url);
});
