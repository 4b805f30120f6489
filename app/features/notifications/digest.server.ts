import { sql, type Transaction } from "kysely";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { sendMails } from "#app/platform/mail.server.ts";
import { type DigestNotice, digestMail, type MailReader } from "./mails.server.ts";

/** The hour of the digest, in UTC: the early evening in Europe. A digest has the notifications before this hour. */
const HOUR = 17;

/** The job runs five minutes past the hour, so that `HOUR` has passed even on a server whose clock is slow. */
export const DIGEST_CRON = `5 ${HOUR} * * *` as const;

/** A digest lists so many notifications, and says how many more there are. */
const MAX_SHOWN = 20;

const PERSONS_AT_ONCE = 100;

/**
 * The last time before `now` when it was `HOUR` o'clock. All servers and all retries of one day compute the same time,
 * so that no user gets two digests a day.
 */
function eveningBefore(now: Date): Date {
  const evening = new Date(now);
  evening.setUTCHours(HOUR, 0, 0, 0);
  if (evening > now) evening.setUTCDate(evening.getUTCDate() - 1);
  return evening;
}

/**
 * Mails each user one digest of their pending notifications, without those that they have read or switched off. One
 * transaction writes a mail and marks its notifications as mailed, so that no other run or server sends it again.
 */
export async function sendDigests(now: Date, signal?: AbortSignal): Promise<void> {
  const until = eveningBefore(now);
  let after: string | null = null;
  do {
    signal?.throwIfAborted();
    const from: string | null = after;
    after = await db()
      .transaction()
      .execute((trx) => sendSome(trx, until, from));
  } while (after !== null);
}

/** Sends the digests of the next users in the order of their ids. Returns the last id, or null after the last user. */
async function sendSome(trx: Transaction<DB>, until: Date, after: string | null): Promise<string | null> {
  // A second server waits here until the first one has marked its notifications.
  await sql`select pg_advisory_xact_lock(hashtextextended('notification digests', 0))`.execute(trx);
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from notifications
    where mail = 'daily' and mailed_at is null and created_at < ${until}
      and (${after}::uuid is null or user_id > ${after}::uuid)
    order by user_id limit ${PERSONS_AT_ONCE}
  `.execute(trx);
  const userIds = rows.map(({ user_id }) => user_id);
  const last = userIds.at(-1);
  if (last === undefined) return null;
  const digests = await take(trx, userIds, until);
  await sendMails(
    digests.map(({ notices, count, ...reader }) => digestMail(reader, notices, count)),
    trx,
  );
  return last;
}

type Digest = MailReader & { notices: DigestNotice[]; count: number };

/**
 * Marks the pending notifications of these users as mailed. Returns one digest for each user who has notifications to
 * read in it: `notices` has the newest of them, `count` is the number of all.
 */
async function take(trx: Transaction<DB>, userIds: readonly string[], until: Date): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    with marked as (
      update notifications set mailed_at = now()
      where user_id = any (${userIds}::uuid[]) and mail = 'daily' and mailed_at is null and created_at < ${until}
      returning id, user_id, kind, content, path, read_at
    ), wanted as (
      select marked.*, row_number() over (partition by user_id order by id desc) as nth
      from marked left join notification_choices as choice using (user_id, kind)
      where read_at is null and choice.mail is distinct from 'off'
        -- Without messages of conversations that were read since.
        and not (kind in ('message', 'offer') and exists (
          select from chat_notifications as room
          where room.user_id = marked.user_id and room.unread_count = 0 and marked.path = '/messages/' || room.chat_room_id
        ))
    )
    select users.id, users.email, profiles.username, user_preferences.language, count(*) as count,
      json_agg(json_build_object('kind', kind, 'content', content, 'path', path) order by nth)
        filter (where nth <= ${MAX_SHOWN}) as notices
    from wanted
    join users on users.id = wanted.user_id and users.email_verified
    join profiles on profiles.id = wanted.user_id
    left join user_preferences on user_preferences.user_id = wanted.user_id
    group by users.id, profiles.id, user_preferences.user_id
  `.execute(trx);
  return rows;
}
