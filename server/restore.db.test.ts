import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { packed, unpacked } from "#app/features/backup/archive.server.ts";
import { backUp, fingerprintOf } from "#app/features/backup/dump.server.ts";
import type { Member } from "#app/features/backup/format.server.ts";
import { missingPhotos } from "#app/features/backup/missing-photos.server.ts";
import { backupFile } from "#app/features/backup/place.server.ts";
import { pictureFiles } from "#app/features/photos/photo.ts";
import { MIGRATION_LOCK } from "#app/platform/migration-lock.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { dropDatabase, newDatabase, openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { insertRow, insertRows } from "#tests/support/rows.ts";
import { schemaOf } from "#tests/support/schema.ts";
import { loadDemoStock } from "./demo/load.ts";
import { MIGRATIONS, migrate, migrationsIn } from "./migrate.ts";
import { loadModels } from "./models-import.ts";
import { loadPostalCodes } from "./postal-codes.ts";
import { restore } from "./restore.ts";
import { verifyBackup } from "./verify-backup.ts";

const shop = openDatabase(async (url) => {
  await loadPostalCodes(url);
  await loadModels(url);
  await loadDemoStock();
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-restore-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const copies: URL[] = [];
afterEach(async () => {
  for (const url of copies.splice(0)) await dropDatabase(url);
});

/** A database that nobody has used: not even migrated, or by a first start. */
async function emptyDatabase(migrated?: "migrated"): Promise<string> {
  const url = await newDatabase(migrated ? new URL(inject("templateUrl")).pathname.slice(1) : "template0");
  copies.push(url);
  return url.href;
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const query = (url: string, statement: string) =>
  connected(url, async (client) => (await client.query(statement)).rows as Record<string, unknown>[]);

const SNAPSHOTS = `select from pg_stat_activity
  where application_name = 'second-serve backup' and datname = current_database() and state = 'idle in transaction'`;

const storage = (name: string) => openStorage(`file:${folder}/${name}`);
const SECRET = "the secret of this test, which is long enough";
let backups = 0;

async function newBackup(options: Partial<Parameters<typeof backUp>[2]> = {}): Promise<string> {
  backups += 1;
  const file = await backupFile(`${backups}.tar.zst`, folder);
  await backUp(shop.url, file, { photosFrom: null, secret: SECRET, ...options });
  return file.shown;
}

async function restored(
  file: string,
  url: string,
  options: Partial<Parameters<typeof restore>[2]> = {},
): ReturnType<typeof restore> {
  const { place, name } = await backupFile(file, folder);
  return restore(url, await place.read(name), { photosTo: null, compare: true, ...options });
}

/** The number of rows and a checksum of all rows, by table. */
const contents = (url: string) =>
  connected(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('migrations', 'sessions', 'verifications') order by 1`);
    const sums: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*)::integer as rows, sum(hashtextextended(one::text, 0)) as sum from public.${name} one`,
      );
      sums[name] = rows[0];
    }
    return sums;
  });

describe("a restored backup", () => {
  test("has every row of every table, and the same schema and numbers", async () => {
    const file = await newBackup();
    const url = await emptyDatabase();
    const before = await contents(shop.url);
    const report = await restored(file, url);
    expect(await contents(url)).toEqual(before);
    const sum = Object.values(before).reduce<number>(
      (all, table) => all + (table as { rows: number }).rows,
      0,
    );
    expect(sum).toBeGreaterThan(5_000);
    expect(report).toMatchObject({ secret: fingerprintOf(SECRET), migrated: [] });
    const [theirs, ours] = await Promise.all([shop.url, url].map((one) => connected(one, schemaOf)));
    expect(ours).toEqual(theirs);
    const numbers =
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1";
    expect(await query(url, numbers)).toEqual(await query(shop.url, numbers));
    expect(await migrate(url)).toEqual([]);
  });

  test("gets the postal codes of the program again, which may be newer", async () => {
    const url = await emptyDatabase("migrated");
    await query(url, "comment on table postal_codes is 'the edition of the first start'");
    await restored(await newBackup(), url);
    expect(await query(url, "select obj_description('postal_codes'::regclass) as edition")).toEqual([
      { edition: null },
    ]);
  });

  test("works with its triggers: what is listed is counted, and forbidden moves are refused", async () => {
    const url = await emptyDatabase("migrated");
    await restored(await newBackup(), url);
    const count = "select sum(difference)::integer as n from listing_counts";
    const [before] = await query(url, count);
    await query(
      url,
      "delete from listings where id = (select id from listings where status = 'available' limit 1)",
    );
    expect((await query(url, count))[0]?.n).toBe(Number(before?.n) - 1);
    await expect(query(url, "delete from staff_log")).rejects.toThrow();
    await expect(
      query(url, "insert into sessions (user_id, token, expires_at) values (uuidv7(), 'x', now())"),
    ).rejects.toThrow("foreign key");
  });

  test("does not sign anybody in, and sends no mail and no event that waited", async () => {
    const who = await person("returning");
    const hook = { user_id: who.viewer.id, url: "https://192.0.2.1/", types: ["listing.sold"], secret: "x" };
    const { id: endpoint_id } = await insertRow("webhook_endpoints", hook);
    const event = { endpoint_id, type: "listing.sold", thing: endpoint_id, data: "{}" };
    await insertRows("webhook_deliveries", event);
    await insertRows("verifications", {
      identifier: "reset-password:x",
      value: who.viewer.id,
      expires_at: new Date(Date.now() + 1e6),
    });
    await insertRows("outgoing_mails", {
      recipient: who.viewer.email,
      subject: "Hello",
      text: "a",
      html: "a",
    });
    await insertRows("notifications", {
      user_id: who.viewer.id,
      content: "News",
      kind: "deal",
      mail: "daily",
    });
    const url = await emptyDatabase("migrated");
    const { left } = await restored(await newBackup(), url);
    expect(left.sessions).toBeGreaterThanOrEqual(1);
    expect(left).toMatchObject({ codes: 1, mails: 1, events: 1 });
    expect(await query(url, "select state from webhook_deliveries")).toEqual([{ state: "failed" }]);
    expect(left.digests).toBeGreaterThanOrEqual(1);
    expect(await query(url, "select from sessions union all select from verifications")).toEqual([]);
    expect(await query(url, "select outcome, recipient from outgoing_mails")).toEqual([
      { outcome: "unsent", recipient: null },
    ]);
    const news =
      "select count(*)::integer as n from notifications where mail = 'daily' and mailed_at is null";
    expect(await query(url, news)).toEqual([{ n: 0 }]);
  });

  test("of an older version gets the migrations that it lacks", async () => {
    const old = await emptyDatabase();
    const files = migrationsIn(MIGRATIONS).map(({ name }) => name);
    await migrate(old, MIGRATIONS, files.at(-3));
    const file = await backupFile("old.tar.zst", folder);
    await backUp(old, file, { photosFrom: null, secret: null });
    const url = await emptyDatabase();
    const report = await restored(file.shown, url);
    expect(report).toMatchObject({ migrated: files.slice(-2), secret: null });
    const [theirs, ours] = await Promise.all([shop.url, url].map((one) => connected(one, schemaOf)));
    expect(ours).toEqual(theirs);
  });

  test("has the files of its photos, and tells which the storage lacks", async () => {
    const [photo] = (await query(shop.url, "select key from photos order by key limit 1")) as {
      key: string;
    }[];
    const key = photo?.key ?? "";
    for (const file of pictureFiles(key, false))
      await storage("there").put(file, Buffer.from(file), "image/webp");
    await storage("here").put(
      pictureFiles(key, false)[0] ?? "",
      Buffer.from("is not written again"),
      "image/webp",
    );
    let snapshots: Promise<unknown> | undefined;
    const file = await newBackup({
      photosFrom: storage("there"),
      progress: (step) => {
        // Vacuum would wait for them.
        if (step === "photos") snapshots ??= query(shop.url, SNAPSHOTS);
      },
    });
    expect(await snapshots).toEqual([]);
    const url = await emptyDatabase("migrated");
    const { photos } = await restored(file, url, { photosTo: storage("here") });
    const [{ all, avif } = { all: 0, avif: 0 }] = (await query(
      shop.url,
      "select count(distinct key)::integer as all, count(distinct key) filter (where avif)::integer as avif from photos",
    )) as { all: number; avif: number }[];
    expect(photos).toEqual({ kind: "files", files: 4, missing: 4 * (all + avif) - 4 });
    for (const [at, name] of pictureFiles(key, false).entries())
      expect(Buffer.from((await storage("here").get(name))?.body as Uint8Array).toString()).toBe(
        at === 0 ? "is not written again" : name,
      );
    const lacking = await missingPhotos(url, storage("here"));
    expect(lacking.photos).toBe(all);
    expect(lacking.missing).toHaveLength(all - 1);
    expect(lacking.missing).not.toContain(key);
  });
});

test("a backup is verified in a database of its own, which is removed", async () => {
  const { place, name } = await backupFile(await newBackup(), folder);
  const databases = "select datname from pg_database where datname like '%verify%'";
  // The role of the tests may not create databases.
  const refused = verifyBackup(await place.read(name), shop.url, {});
  await expect(refused).rejects.toThrow("The role of DATABASE_URL may not create a database");
  const admin = Object.assign(new URL(shop.url), { username: "postgres" }).href;
  const steps = new Set<string>();
  const report = await verifyBackup(await place.read(name), admin, { progress: (step) => steps.add(step) });
  expect([...steps]).toEqual(["rows", "indexes", "comparing", "migrations"]);
  expect(report.rows).toBeGreaterThan(5_000);
  expect(await query(shop.url, databases)).toEqual([]);
});

describe("a backup while people write", () => {
  test("has the rows of one moment", async () => {
    const seller = await person("writer");
    let listed = 0;
    let writing = true;
    const writes = (async () => {
      // Each statement changes two tables: a listing, and by a trigger the counts.
      for (; writing; listed += 1) await racketOf(seller, { name: `Racket ${listed}` });
    })();
    await expect.poll(() => listed).toBeGreaterThan(3);
    const file = await newBackup();
    await expect.poll(() => listed).toBeGreaterThan(10);
    writing = false;
    await writes;
    const url = await emptyDatabase("migrated");
    await restored(file, url);
    const rows = `select (select count(*) from listings where status = 'available')::integer as rows,
      (select sum(difference) from listing_counts)::integer as counted`;
    const [was] = await query(url, rows);
    expect(was?.rows).toBe(was?.counted);
    const [is] = await query(shop.url, rows);
    expect(Number(was?.rows)).toBeLessThan(Number(is?.rows));
  });

  test("does not wait for them, and a migration waits for it", async () => {
    await connected(shop.url, async (client) => {
      await client.query("begin; update listings set updated_at = now()");
      await newBackup();
      await client.query("rollback");
    });
    const events: string[] = [];
    let migrating: Promise<unknown> | undefined;
    await newBackup({
      progress: () => {
        migrating ??= query(shop.url, `select pg_advisory_lock(${MIGRATION_LOCK})`).then(() =>
          events.push("migrated"),
        );
        events.push("copied");
      },
    });
    await migrating;
    expect(events.at(-1)).toBe("migrated");
  });

  test("leaves no file when it is stopped, or the database goes away", async () => {
    const stopping = new AbortController();
    const stopped = newBackup({
      signal: stopping.signal,
      progress: () => stopping.abort(new Error("stopped")),
    });
    await expect(stopped).rejects.toThrow("stopped");
    const kill =
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'second-serve backup' and datname = current_database()";
    let killing: Promise<unknown> | undefined;
    const killed = newBackup({
      progress: () => {
        killing ??= query(shop.url, kill);
      },
    });
    await expect(killed).rejects.toThrow();
    await killing;
    const files = readdirSync(folder);
    expect(files.filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(files).not.toContain(`${backups}.tar.zst`);
  });
});

describe("a restore is refused", () => {
  let whole: string;
  beforeAll(async () => {
    whole = await newBackup();
  });
  const rowsOf = (url: string) => query(url, "select from users union all select from listings");

  test("in a database with people, or one whose shop is open", async () => {
    const file = whole;
    await expect(restored(file, shop.url)).rejects.toThrow("The database is in use (it has users)");
    const url = await emptyDatabase("migrated");
    const server = new pg.Client({ connectionString: url, application_name: "second-serve, listening" });
    await server.connect();
    await expect(restored(file, url)).rejects.toThrow(
      "The shop runs on this database: stop all servers first.",
    );
    await server.end();
  });

  test("of a file that was cut off, and the database stays empty", async () => {
    const bytes = readFileSync(whole);
    for (const share of [0.0001, 0.7]) {
      const file = path.join(folder, `cut-${share}.tar.zst`);
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      const url = await emptyDatabase("migrated");
      await expect(restored(file, url)).rejects.toThrow(/^It is (not whole|damaged)/);
      expect(await rowsOf(url)).toEqual([]);
    }
    // The same database can be used for the whole file.
    const url = await emptyDatabase("migrated");
    await expect(restored("cut-0.7.tar.zst", url)).rejects.toThrow();
    await restored(whole, url);
    expect((await rowsOf(url)).length).toBeGreaterThan(0);
  });

  test.each<[string, (members: Member[]) => Member[], RegExp]>([
    [
      "a table is not whole",
      (all) => all.filter(({ name }) => name !== "tables/profiles/00000000.copy"),
      /the rows of profiles/,
    ],
    [
      "rows were changed",
      (all) =>
        all.map((one) =>
          one.name.startsWith("tables/favorites/")
            ? { ...one, body: one.body.subarray(0, one.body.lastIndexOf(10, -2) + 1) }
            : one,
        ),
      /the rows of favorites/,
    ],
    [
      "a table comes twice",
      (all) => [
        ...all.slice(0, -1),
        ...all.filter(({ name }) => name.startsWith("tables/rackets/")),
        ...all.slice(-1),
      ],
      /It is damaged/,
    ],
    [
      "a table is unknown",
      (all) =>
        all.map((one) => ({ ...one, name: one.name.replace("tables/favorites/", "tables/pg_class/") })),
      /It is damaged/,
    ],
    ["it has no end", (all) => all.slice(0, -1), /its end is missing/],
    ["it goes on after its end", (all) => [...all, ...all.slice(1, 2)], /It is damaged/],
    ["it begins in the middle", (all) => all.slice(1), /or no backup/],
    [
      "its columns are others",
      (all) => [edited(all[0], /"username"/, '"password"'), ...all.slice(1)],
      /not those of its migrations/,
    ],
    [
      "its migrations are unknown",
      (all) => [edited(all[0], /"0003_listings\.sql"/, '"0003_bookings.sql"'), ...all.slice(1)],
      /does not have its migration 0003_bookings/,
    ],
  ])("of a file that was changed: %s", async (_, change, message) => {
    const { place, name } = await backupFile(whole, folder);
    const members = await Readable.from(unpacked((await place.read(name)).content)).toArray();
    const changed = packed(Readable.from(change(members)));
    const url = await emptyDatabase("migrated");
    await expect(restore(url, { content: changed, bytes: 1 }, { photosTo: null })).rejects.toThrow(message);
    expect(await rowsOf(url)).toEqual([]);
  });
});

function edited(member: Member | undefined, from: RegExp, to: string): Member {
  const text = Buffer.from(member?.body ?? []).toString();
  expect(text).toMatch(from);
  return { name: member?.name ?? "", body: Buffer.from(text.replace(from, to)) };
}
