import type pg from "pg";

/** What of a backup is not brought back, because it may have ended, or been sent, since the backup was made. */
export interface CleanUp {
  readonly sessions: number;
  /** Links and codes that were mailed or texted. */
  readonly codes: number;
  readonly mails: number;
  /** Notices that waited for a daily mail. They stay in the shop. */
  readonly digests: number;
  /** Events that waited for webhooks. Their owners can send them again. */
  readonly events: number;
}

const STATEMENTS: Readonly<Record<keyof CleanUp, string>> = {
  sessions: "delete from sessions",
  codes: "delete from verifications",
  mails: `update outgoing_mails set outcome = 'unsent', ended_at = now(), recipient = null, subject = null, text = null,
    html = null, unsubscribe = null, reply_to = null where outcome is null`,
  digests: "update notifications set mailed_at = now() where mail = 'daily' and mailed_at is null",
  events: "update webhook_deliveries set state = 'failed' where state = 'waiting'",
};

/** Everybody signs in again, and nothing is sent twice (docs/decisions/0163-backups.md). */
export async function cleanUp(client: pg.Client): Promise<CleanUp> {
  const counts = { sessions: 0, codes: 0, mails: 0, digests: 0, events: 0 };
  const { rows } = await client.query(
    "select to_regclass('webhook_deliveries') is null as predates_webhooks",
  );
  for (const name of Object.keys(counts) as (keyof CleanUp)[]) {
    if (name === "events" && rows[0]?.predates_webhooks) continue;
    counts[name] = (await client.query(STATEMENTS[name])).rowCount ?? 0;
  }
  return counts;
}
