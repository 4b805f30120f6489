import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { endSuspension, setHidden, suspend } from "#app/features/moderation/cases/effects.server.ts";
import { UPLOADS_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { receiveUpload } from "#app/features/stock/upload/receive.server.ts";
import { processUploads } from "#app/features/stock/upload/work.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { inChunks, racketFile } from "#tests/support/stock-files.ts";

openDatabase((url) => startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } }));

test("a suspension hides the listings of an upload's batch that is being written at that moment", async () => {
  const { viewer } = await person("shop");
  const upload = async (...rows: string[]) => {
    const file = new TextEncoder().encode(["name,price,type,sku", ...rows].join("\n"));
    const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "update" } as const;
    await receiveUpload(viewer, sent, inChunks(file));
    await processUploads(viewer.id, new AbortController().signal);
  };
  const theirs = db().selectFrom("listings").select("hidden").where("user_id", "=", viewer.id);
  await upload("Blade 98,100,racket,A1");

  const running = await inTransaction(async (trx) => {
    // The batch changes this listing, so it waits until this transaction ends.
    await sql`select from listings where user_id = ${viewer.id} for update`.execute(trx);
    const batch = upload("Blade 98,90,racket,A1", "Ezone 98,120,racket,A2");
    await waitForLocks(1);
    const suspended = inTransaction((other) => suspend(other, viewer.id, "infinity"));
    await waitForLocks(2);
    return { settled: Promise.all([batch, suspended]) };
  });
  await running.settled;
  expect(await theirs.execute()).toEqual([{ hidden: "suspended" }, { hidden: "suspended" }]);
});

test("a suspension refuses the stock file that is arriving at that moment", async () => {
  const { viewer } = await person("shop");
  async function* slowFile() {
    const file = new TextEncoder().encode(racketFile(500));
    yield file.subarray(0, 5_000);
    await inTransaction((trx) => suspend(trx, viewer.id, "infinity"));
    yield file.subarray(5_000);
  }
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "keep" } as const;
  await expect(receiveUpload(viewer, sent, slowFile())).rejects.toMatchObject({
    reason: "stock_file_broken",
  });
  await processUploads(viewer.id, new AbortController().signal);
  const listed = db().selectFrom("listings").select("id").where("user_id", "=", viewer.id);
  expect(await listed.execute()).toEqual([]);
});

test("the listings of a seller who answers nobody stay hidden when a suspension or a decision ends", async () => {
  const seller = await person("silent");
  const listing = await racketOf(seller);
  const hidden = async () => {
    const row = db().selectFrom("listings").select("hidden").where("id", "=", listing.id);
    return (await row.executeTakeFirstOrThrow()).hidden;
  };
  const hiddenBy = (reason: "hidden" | null) =>
    inTransaction((trx) => setHidden(trx, { kind: "listing", id: listing.id }, reason));
  await sql`insert into silent_sellers (user_id, hidden_at) values (${seller.viewer.id}, now())`.execute(
    db(),
  );
  await inTransaction((trx) => suspend(trx, seller.viewer.id, "infinity"));
  expect(await hidden()).toBe("suspended");
  await inTransaction((trx) => endSuspension(trx, seller.viewer.id));
  expect(await hidden()).toBe("unanswered");
  await hiddenBy("hidden");
  await hiddenBy(null);
  expect(await hidden()).toBe("unanswered");
});
