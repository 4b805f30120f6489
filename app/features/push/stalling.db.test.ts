import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { closeHostsAfterwards } from "#tests/support/picture-hosts.ts";
import { type PushService, pushService } from "#tests/support/push-service.ts";
import { capturePushes, queuedPushes, runPushes, subscribed } from "#tests/support/pushes.ts";
import { waitForLocks } from "#tests/support/races.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { pushJobsOf } from "./jobs.server.ts";
import { publicPushKey } from "./keys.server.ts";

closeHostsAfterwards();
const database = openDatabase(async (url) => {
  service = await pushService(publicPushKey);
  await capturePushes(url);
});

let service: PushService;
beforeEach(async () => void (await queuedPushes()));

let events = 0;
function tell(...people: Person[]): Promise<void> {
  const facts = { listing: "Blade 98", status: "sold" as const };
  const userIds = people.map(({ viewer }) => viewer.id);
  const notice: Notice<"sold"> = {
    kind: "sold",
    eventKey: `${++events}`,
    userIds,
    facts,
    path: "/rackets/1",
  };
  return deliverNotice(notice);
}

const notesOf = (id: string) => findRows("push_notes", { subscription_id: id }, ["tries"]);

async function waiting() {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from start_after - now()))::integer as seconds from pgboss.job where state = 'created'
  `.execute(db());
  return rows.map(({ seconds }) => seconds);
}

describe("a push service that is away", () => {
  test("gets no other message for its browser meanwhile, and one job waits for all of them", async () => {
    const owner = await person("owner");
    const phone = await subscribed(owner, service);
    phone.answers.push({ status: 503 });
    await tell(owner);
    await runPushes(service);
    await tell(owner);
    await tell(owner);
    expect([phone.received, await waiting()]).toEqual([[], [30]]);
    await runPushes(service);
    await runPushes(service);
    await runPushes(service);
    expect(phone.received).toHaveLength(3);
    expect(await queuedPushes()).toEqual([]);
  });

  test("for all retries: that is logged, and a browser that was not seen for two weeks is told nothing more", async () => {
    const warned = vi.spyOn(logger, "warn");
    const owner = await person("owner");
    const [seen, unseen] = [await subscribed(owner, service), await subscribed(owner, service)];
    await updateRows(
      "push_subscriptions",
      { id: unseen.id },
      { seen_at: sql<Date>`now() - interval '15 days'` },
    );
    await tell(owner);
    for (const { answers } of [seen, unseen])
      answers.push(...Array.from({ length: 6 }, () => ({ status: 503 })));
    for (let tries = 1; tries <= 5; tries++) {
      await runPushes(service);
      expect(await notesOf(seen.id)).toEqual([{ tries }]);
    }
    expect(warned).not.toHaveBeenCalled();
    await runPushes(service);
    expect(await notesOf(seen.id)).toEqual([]);
    expect(warned.mock.calls.map(([facts]) => facts)).toEqual(
      expect.arrayContaining([
        { subscription: seen.id, host: "push.example.com", messages: 1, isEnded: false },
        { subscription: unseen.id, host: "push.example.com", messages: 1, isEnded: true },
      ]),
    );
    const told = await findRows("push_subscriptions", { user_id: owner.viewer.id }, ["id", "session_id"]);
    expect(told.flatMap(({ id, session_id }) => (session_id === null ? [] : [id]))).toEqual([seen.id]);
    expect(await queuedPushes()).toEqual([]);
  });

  test("for all retries: a browser that opens the shop at this moment is told more", async () => {
    const owner = await person("owner");
    const phone = await subscribed(owner, service);
    const unseen = { seen_at: sql<Date>`now() - interval '15 days'` };
    await updateRows("push_subscriptions", { id: phone.id }, unseen);
    await tell(owner);
    await updateRows("push_notes", { subscription_id: phone.id }, { tries: 5 });
    phone.answers.push({ status: 503 });
    let sending: Promise<void> | undefined;
    await inTransaction(async (trx) => {
      await sql`update push_subscriptions set seen_at = now() where id = ${phone.id}`.execute(trx);
      sending = runPushes(service);
      await waitForLocks(1);
    });
    await sending;
    expect(await notesOf(phone.id)).toEqual([]);
    expect(await findRow("push_subscriptions", { id: phone.id }, ["session_id"])).not.toEqual({
      session_id: null,
    });
  });

  test("without an answer occupies one worker for each person, and others are told", async () => {
    const people = [await person("first"), await person("second")];
    for (const someone of people)
      for (let count = 0; count < 6; count++) (await subscribed(someone, service)).answers.push("never");
    const owner = await person("owner");
    const phone = await subscribed(owner, service);
    await stopJobs();
    await startJobs(database.url, pushJobsOf(service.allowed));
    await tell(...people);
    await vi.waitFor(() => expect(service.mostWaiting()).toBe(2), { timeout: 10_000 });
    await tell(owner);
    await vi.waitFor(() => expect(phone.received).toHaveLength(1), { timeout: 10_000 });
    expect(service.mostWaiting()).toBe(2);
  });
});
