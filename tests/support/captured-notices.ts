import { sql } from "kysely";
import { afterAll } from "vitest";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { RESET_JOB } from "#app/features/accounts/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type JobHandlers, startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB, type Notice } from "#app/platform/notify.server.ts";

/**
 * Does jobs in the calling test file's database, and tells nobody of anything: see `notices`. Links to new passwords are
 * mailed when `newestMail` looks for them. Call it in `beforeAll`, after `testDatabase`.
 */
export async function captureNotices(url: string, handlers: JobHandlers = {}): Promise<void> {
  const held = { async work() {} };
  await startJobs(url, { ...handlers, [NOTIFY_JOB]: held, [RESET_JOB]: held });
  afterAll(stopJobs);
}

/** What somebody was to be told of since `clearNotices`, in that order, where `captureNotices` holds it. */
export async function notices<K extends NoticeKind = NoticeKind>(kind?: K): Promise<Notice<K>[]> {
  const { rows } = await sql<{ data: Notice<K> }>`
    select data from pgboss.job where name = ${NOTIFY_JOB} order by created_on, id
  `.execute(db());
  return rows.map(({ data }) => data).filter((notice) => kind === undefined || notice.kind === kind);
}

export async function clearNotices(): Promise<void> {
  await sql`delete from pgboss.job where name = ${NOTIFY_JOB}`.execute(db());
}

/** What the owner of an account was to be told of it, in that order. */
export async function accountNotices(username: string): Promise<string[]> {
  const owner = await db()
    .selectFrom("profiles")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const theirs = (await notices("account")).filter(({ userIds }) => userIds.includes(owner.id));
  return theirs.map(({ facts }) => facts.event);
}
