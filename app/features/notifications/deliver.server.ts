import { sql, type Transaction } from "kysely";
import { type MailPace, NOTICE_KINDS, type NoticeKind } from "#app/domain/notification-kinds.ts";
import { baseLocale, locales } from "#app/paraglide/runtime.js";
import type { DB } from "#app/platform/db-types.ts";
import { publishEach, publishingTransaction } from "#app/platform/events.server.ts";
import { sendMails } from "#app/platform/mail.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { type MailedKind, noticeMail } from "./mails.server.ts";
import { queueNoticePushes } from "./push-notes.server.ts";
import { sentenceOf } from "./texts.server.ts";

/** How many users are notified in one transaction. The mails to this many users need some megabytes of memory. */
const PERSONS_AT_ONCE = 200;

/**
 * Delivers a notice to its recipients, in the app and by mail as each has chosen for this kind of notice
 * (docs/decisions/0027-notifications.md). Each user is notified exactly once, even if the job is retried or runs on two
 * servers. Therefore one transaction writes the notification, the live event and the mail. Deleted users are skipped.
 */
export async function deliverNotice(notice: Notice, signal?: AbortSignal): Promise<void> {
  const userIds = [...new Set(notice.userIds)].sort();
  for (let from = 0; from < userIds.length; from += PERSONS_AT_ONCE) {
    signal?.throwIfAborted();
    const some = userIds.slice(from, from + PERSONS_AT_ONCE);
    await publishingTransaction((trx) => deliverBatch(trx, notice, some));
  }
}

function isMailed(notice: Notice): notice is Notice<MailedKind> {
  return notice.kind !== "account";
}

async function deliverBatch(trx: Transaction<DB>, notice: Notice, userIds: readonly string[]): Promise<void> {
  const delivered = await write(trx, notice, userIds);
  if (isMailed(notice)) {
    const mailed = delivered.filter(({ mail, reachable }) => mail === "at_once" && reachable);
    await sendMails(
      mailed.map((person) => noticeMail(person, notice)),
      trx,
    );
  }
  await queueNoticePushes(trx, notice, delivered);
  const shown = delivered.filter(({ in_app }) => in_app);
  const events = new Map(shown.map(({ id, notice_id }) => [id, { ids: [notice_id] }]));
  // This must be the last write: `insertEvents` in events.server.ts says why.
  await publishEach(trx, "notification.new", events);
}

interface NotifiedUser {
  readonly notice_id: string;
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly language: string | null;
  /** Whether the user has verified their e-mail address. */
  readonly reachable: boolean;
  readonly in_app: boolean;
  readonly mail: MailPace;
}

/** Returns only the users who did not have the notification yet. */
async function write(
  trx: Transaction<DB>,
  notice: Notice,
  userIds: readonly string[],
): Promise<readonly NotifiedUser[]> {
  const { kind, eventKey, path = null, searchQuery = null, imageUrl = null, aboutId = null } = notice;
  const unchosen = NOTICE_KINDS[kind satisfies NoticeKind];
  const sentences = Object.fromEntries(locales.map((locale) => [locale, sentenceOf(notice, { locale })]));
  const { rows } = await sql<NotifiedUser>`
    with person as materialized (
      select profiles.id, profiles.username, users.email, users.email_verified as reachable,
        user_preferences.language,
        coalesce(choice.in_app, ${unchosen.inApp}) as in_app, coalesce(choice.mail, ${unchosen.mail}) as mail
      from profiles
      join users using (id)
      left join user_preferences on user_preferences.user_id = profiles.id
      left join notification_choices as choice on choice.user_id = profiles.id and choice.kind = ${kind}
      -- The person in about_id caused the notice and does not get it.
      where profiles.id = any (${userIds}::uuid[]) and profiles.id is distinct from ${aboutId}::uuid
        -- A notice about a deleted person is not delivered.
        and (${aboutId}::uuid is null or exists (select from profiles where id = ${aboutId}::uuid))
      order by profiles.id
      for key share of profiles
    ), written as (
      insert into notifications
        (user_id, kind, event_key, content, search_query, path, image_url, about_id, in_app, mail)
      select id, ${kind}, ${eventKey},
        coalesce(${JSON.stringify(sentences)}::jsonb ->> language, ${sentences[baseLocale] ?? ""}),
        ${searchQuery}, ${path}, ${imageUrl}, ${aboutId}::uuid, in_app,
        case when mail = 'daily' and reachable and ${isMailed(notice)} then 'daily' end
      from person order by id
      on conflict (user_id, kind, event_key) do nothing
      returning id, user_id
    )
    select written.id as notice_id, person.* from written join person on person.id = written.user_id
  `.execute(trx);
  return rows;
}
