import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { storage } from "#app/platform/storage.server.ts";
import type { DailyCount } from "./daily-counts.ts";

/** Counts of the last `days` days in UTC, today included. Deals count on the day on which the second party agreed. */
export async function dailyCounts(days: number): Promise<{ today: string; rows: DailyCount[] }> {
  const since = sql`((now() at time zone 'UTC')::date - ${days - 1}::integer)::timestamp at time zone 'UTC'`;
  const { rows } = await sql<DailyCount>`
    with moments (kind, at) as (
      select 'people', created_at from users where created_at >= ${since}
      union all select 'listings', created_at from listings where created_at >= ${since}
      union all select 'offers', created_at from offers where created_at >= ${since}
      union all select 'deals', greatest(seller_confirmed_at, buyer_confirmed_at) from deals
        where seller_confirmed_at is not null and buyer_confirmed_at is not null
          and greatest(seller_confirmed_at, buyer_confirmed_at) >= ${since}
      union all select 'reports', created_at from reports where created_at >= ${since}
    )
    select kind, utc_day(at) as day, count(*) from moments group by 1, 2
  `.execute(db());
  const today = await sql<{ day: string }>`select utc_day(now()) as day`.execute(db());
  return { today: today.rows[0]?.day ?? "", rows };
}

export interface Totals {
  readonly people: number;
  /** Listings that are available. */
  readonly listings: number;
  /** Offers that wait for an answer. */
  readonly offers: number;
  /** Agreed deals that are not finished. */
  readonly deals: number;
  /** Cases that wait for a decision. */
  readonly cases: number;
  /** The median from opening to closing, for cases closed in the last 30 days; null without such cases. */
  readonly hoursToDecision: number | null;
}

export async function totals(): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*) from users) as people,
      (select coalesce(sum(difference), 0)::integer from listing_counts) as listings,
      (select count(*) from offers where state = 'open' and expires_at > now()) as offers,
      (select count(*) from deals where state in ('agreed', 'handed_over', 'sent')) as deals,
      (select count(*) from cases where state = 'open') as cases,
      (select extract(epoch from percentile_cont(0.5) within group (order by closed_at - opened_at))::float / 3600
        from cases where closed_at >= now() - interval '30 days') as "hoursToDecision"
  `.execute(db());
  const [row] = rows;
  if (!row) throw new Error("A statement without a row.");
  return row;
}

export interface Health {
  /** `version` is PostgreSQL's: "18.4". */
  readonly database: { readonly version: string; readonly bytes: number };
  readonly storage: { readonly answers: boolean };
  readonly mail: {
    /** Whether a mail server is configured; without one, mail is only stored. */
    readonly smtp: boolean;
    /** The number of mails that are not sent yet. */
    readonly waiting: number;
    /** When the oldest waiting mail was written. */
    readonly oldest: Date | null;
    /** The number of mails that were given up in the last 7 days. A few of them may have arrived. */
    readonly failed: number;
    /** How many of `failed` were refused for good, mostly because nobody has the email address. */
    readonly refused: number;
    /** The number of mails that were sent in the last 7 days. */
    readonly sent: number;
  };
}

export async function health(): Promise<Health> {
  const [{ rows }, answers] = await Promise.all([
    sql<Health["database"] & Omit<Health["mail"], "smtp">>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        count(*) filter (where outcome is null) as waiting,
        min(created_at) filter (where outcome is null) as oldest,
        count(*) filter (where outcome <> 'sent' and ended_at > now() - interval '7 days') as failed,
        count(*) filter (where outcome = 'refused' and ended_at > now() - interval '7 days') as refused,
        count(*) filter (where outcome = 'sent' and ended_at > now() - interval '7 days') as sent
      from outgoing_mails
    `.execute(db()),
    storageAnswers(),
  ]);
  const [row] = rows;
  if (!row) throw new Error("A statement without a row.");
  const { version, bytes, ...mail } = row;
  return {
    database: { version, bytes },
    storage: { answers },
    mail: { smtp: env().smtpUrl !== undefined, ...mail },
  };
}

/** Asks the storage for a file, which need not exist. */
async function storageAnswers(): Promise<boolean> {
  try {
    // Not `has`: a store answers HEAD with the same status for a missing file and for a missing bucket.
    const file = await storage().get("health");
    if (file?.body instanceof ReadableStream) await file.body.cancel();
    return true;
  } catch (error) {
    logger.error({ err: error }, "the storage does not answer");
    return false;
  }
}
