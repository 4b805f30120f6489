import { sql } from "kysely";
import { href } from "react-router";
import { isId } from "#app/domain/ids.ts";
import {
  type MailPace,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
} from "#app/domain/notification-kinds.ts";
import { m } from "#app/paraglide/messages.js";
import type { Locale } from "#app/paraglide/runtime.js";
import { db, inTransaction, type Queries } from "#app/platform/db.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";

// The user's mail preferences (docs/decisions/0027-notifications.md). Mails that an account needs (links, codes,
// changes) cannot be switched off.

/**
 * The topic of a mail that can be switched off.
 * - a kind of notice: mails with one notice of this kind; for "account", only about sign-ins from new browsers
 * - "digest": the daily mail with the notices of the kinds that are mailed daily
 */
export type MailTopic = NoticeKind | "digest";

export type MailChoice = { userId: string; topic: MailTopic };

const NAMES: Record<MailTopic, () => string> = {
  message: () => m.notification_kind_message(),
  saved_search: () => m.notification_kind_saved_search(),
  price_drop: () => m.notification_kind_price_drop(),
  sold: () => m.notification_kind_sold(),
  back: () => m.notification_kind_back(),
  review: () => m.notification_kind_review(),
  deal: () => m.notification_kind_deal(),
  offer: () => m.notification_kind_offer(),
  account: () => m.mail_kind_new_device(),
  digest: () => m.notification_kind_digest(),
};

export function mailTopicName(topic: MailTopic): string {
  return NAMES[topic]();
}

/** Former topic names. Links in mails that were already sent must still work. */
const FORMER_TOPICS: Readonly<Record<string, MailTopic>> = { "new-device": "account" };

function topicOf(written: string): MailTopic | null {
  if (Object.hasOwn(NAMES, written)) return written as MailTopic;
  return Object.hasOwn(FORMER_TOPICS, written) ? (FORMER_TOPICS[written] ?? null) : null;
}

const signedText = (payload: string) => `unsubscribe ${payload}`;

/**
 * The unsubscribe link of a mail. It switches off only the mails of this topic. It needs no sign-in and does not
 * expire.
 */
export function unsubscribeLink({ userId, topic }: MailChoice, locale: Locale): string {
  const payload = `${userId}.${topic}`;
  return wholeAddress(
    `${href("/mail/unsubscribe")}?token=${payload}.${signatureOf(signedText(payload))}`,
    locale,
  );
}

/** Reads an unsubscribe token. Returns null when it is malformed, or its signature is not ours. */
export function readUnsubscribe(token: string): MailChoice | null {
  const [userId = "", written = "", given = "", ...more] = token.split(".");
  const topic = topicOf(written);
  if (!isId(userId) || !topic || more.length > 0) return null;
  return isSignatureOf(signedText(`${userId}.${written}`), given) ? { userId, topic } : null;
}

/**
 * The user's notification preferences for each kind, or the kind's defaults. Returns null when the user does not
 * exist.
 */
export async function noticeChoices(
  userId: string,
  queries: Queries = db(),
): Promise<Record<NoticeKind, NoticeChoice> | null> {
  const rows = await queries
    // Not from `profiles`: a user who signed up by a provider has no profile until they open a page.
    .selectFrom("users")
    .leftJoin("notification_choices as choice", "choice.user_id", "users.id")
    .select(["choice.kind", "choice.in_app as inApp", "choice.mail"])
    .where("users.id", "=", userId)
    .execute();
  if (rows.length === 0) return null;
  const choices: Record<NoticeKind, NoticeChoice> = { ...NOTICE_KINDS };
  for (const { kind, inApp, mail } of rows) {
    // Another version of the app may know other kinds.
    if (kind !== null && inApp !== null && mail !== null && Object.hasOwn(NOTICE_KINDS, kind))
      choices[kind as NoticeKind] = { inApp, mail: mail as MailPace };
  }
  return choices;
}

/** Whether the user wants mails of this topic. Returns null when the user does not exist. */
export async function isMailWanted(
  { userId, topic }: MailChoice,
  queries?: Queries,
): Promise<boolean | null> {
  const choices = await noticeChoices(userId, queries);
  if (!choices) return null;
  return topic === "digest"
    ? Object.values(choices).some(({ mail }) => mail === "daily")
    : choices[topic].mail !== "off";
}

/**
 * A kind that is switched on is mailed at once, not in the digest, because digests have no link that switches off a
 * single kind. Switching "digest" off switches off all kinds that are mailed daily. Switching it on affects only the
 * kinds that are daily by default. Returns false when the user does not exist, or, for a kind, has no profile.
 */
export async function setMailPreference({ userId, topic }: MailChoice, wanted: boolean): Promise<boolean> {
  return inTransaction(async (trx) => {
    if (topic === "digest") {
      await (wanted ? digestOn(userId, trx) : digestOff(userId, trx));
      return (await isMailWanted({ userId, topic }, trx)) !== null;
    }
    return saveMailPace(userId, [topic], wanted ? "at_once" : "off", trx);
  });
}

const DAILY_KINDS = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter(
  (kind) => NOTICE_KINDS[kind].mail === "daily",
);

async function digestOff(userId: string, queries: Queries): Promise<void> {
  const daily = Object.entries((await noticeChoices(userId, queries)) ?? {}).filter(
    ([, { mail }]) => mail === "daily",
  );
  await saveMailPace(
    userId,
    daily.map(([kind]) => kind as NoticeKind),
    "off",
    queries,
  );
}

/** Switches the kinds that are mailed daily by default to daily again, if they were switched off. */
async function digestOn(userId: string, queries: Queries): Promise<void> {
  const choices = await noticeChoices(userId, queries);
  const off = DAILY_KINDS.filter((kind) => choices?.[kind].mail === "off");
  await saveMailPace(userId, off, "daily", queries);
}

/** Sets when these kinds are mailed. Returns false when there are none, or the user has no profile. */
async function saveMailPace(
  userId: string,
  kinds: readonly NoticeKind[],
  pace: MailPace,
  queries: Queries,
): Promise<boolean> {
  const inApp = kinds.map((kind) => NOTICE_KINDS[kind].inApp);
  const { rows } = await sql`
    insert into notification_choices (user_id, kind, in_app, mail)
    select profiles.id, kind, in_app, ${pace}
    from profiles, unnest(${kinds}::text[], ${inApp}::boolean[]) as chosen (kind, in_app)
    where profiles.id = ${userId}
    on conflict (user_id, kind) do update set mail = excluded.mail
    returning user_id
  `.execute(queries);
  return rows.length > 0;
}

/** Saves how a person wants to be told about each kind. Nothing is saved for a person without a profile. */
export async function saveNoticeChoices(
  userId: string,
  choices: Partial<Record<NoticeKind, NoticeChoice>>,
): Promise<void> {
  const rows = Object.entries(choices).map(([kind, { inApp: in_app, mail }]) => ({ kind, in_app, mail }));
  await sql`
    insert into notification_choices (user_id, kind, in_app, mail)
    select profiles.id, chosen.kind, chosen.in_app, chosen.mail
    from profiles, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as chosen (kind text, in_app boolean, mail text)
    where profiles.id = ${userId}
    order by chosen.kind
    on conflict (user_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail
  `.execute(db());
}
