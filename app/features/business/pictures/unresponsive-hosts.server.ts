import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { HOST_PAUSE_SECONDS, isUnresponsive, PAUSE_AFTER_FAILURES, type PictureFault } from "./faults.ts";

/** How many more seconds a host is paused for this user's pictures; 0 without a pause. All servers share the pauses. */
export async function hostPauseSeconds(ownerId: string, host: string): Promise<number> {
  // Another request may have failed after this transaction began, so `failed_at` may be later than now().
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from least(failed_at, now()) - now())::float8 + ${HOST_PAUSE_SECONDS} as seconds from picture_hosts
    where user_id = ${ownerId} and host = ${host} and failures >= ${PAUSE_AFTER_FAILURES}
  `.execute(db());
  return Math.max(0, Math.ceil(rows[0]?.seconds ?? 0));
}

/** `fault` is null if the host sent a picture. */
export async function recordHostAnswer(
  ownerId: string,
  host: string,
  fault: PictureFault | null,
): Promise<void> {
  if (fault === null || !isUnresponsive(fault)) {
    await sql`delete from picture_hosts where user_id = ${ownerId} and host = ${host}`.execute(db());
    return;
  }
  await sql`
    insert into picture_hosts (user_id, host, failures, failed_at) values (${ownerId}, ${host}, 1, now())
    on conflict (user_id, host) do update set failures = picture_hosts.failures + 1, failed_at = now()
  `.execute(db());
}

export async function clearHostPauses(ownerId: string): Promise<void> {
  await sql`delete from picture_hosts where user_id = ${ownerId}`.execute(db());
}

export async function deleteExpiredHostPauses(): Promise<void> {
  await sql`delete from picture_hosts where failed_at < now() - interval '1 day'`.execute(db());
}
