import { sql } from "kysely";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { RESET_JOB } from "#app/features/accounts/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { type JobHandlers, startJobs } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB, type Notice } from "#app/platform/notify.server.ts";
import { findRow } from "./rows.ts";

/**
 * Starts to run jobs, with these handlers. The jobs that deliver notices and those that mail password reset links do
 * nothing: `notices` reads the notices from the table of jobs, and `newestMail` sends the reset links. For
 * `openDatabase`.
 */
export async function captureNotices(url: string, handlers: JobHandlers = {}): Promise<void> {
  const idle = { async work() {} };
  await startJobs(url, { ...handlers, [NOTIFY_JOB]: idle, [RESET_JOB]: idle });
}

/** The notices, of one kind or of all, that were queued since `clearNotices`, in order. Needs `captureNotices`. */
export async function notices<K extends NoticeKind = NoticeKind>(kind?: K): Promise<Notice<K>[]> {
  const { rows } = await sql<{ data: Notice<K> }>`
    select data from pgboss.job where name = ${NOTIFY_JOB} order by created_on, id
  `.execute(db());
  return rows.map(({ data }) => data).filter((notice) => kind === undefined || notice.kind === kind);
}

export async function clearNotices(): Promise<void> {
  await sql`delete from pgboss.job where name = ${NOTIFY_JOB}`.execute(db());
}

/** The `event` of each notice of the kind "account" to this person, in order. Needs `captureNotices`. */
export async function accountNotices(username: string): Promise<string[]> {
  const owner = await findRow("profiles", { username }, ["id"]);
  const theirs = (await notices("account")).filter(({ userIds }) => userIds.includes(owner.id));
  return theirs.map(({ facts }) => facts.event);
}
