import { createHmac, timingSafeEqual } from "node:crypto";
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
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";

// What somebody wants by mail (docs/decisions/0027-notifications.md). What an account cannot do without (links, codes,
// changes) is no such mail.

/** What a mail that can be switched off is about: "account" is sign-ins from new browsers, "digest" the daily summary. */
export type MailTopic = NoticeKind | "digest";

/** Whose mails, and which. */
export type MailChoice = { userId: string; topic: MailTopic };

const NAMES: Record<MailTopic, () => string> = {
  message: () => m.notification_kind_message(),
  saved_search: () => m.notification_kind_saved_search(),
  price_drop: () => m.notification_kind_price_drop(),
  sold: () => m.notification_kind_sold(),
  back: () => m.notification_kind_back(),
  review: () => m.notification_kind_review(),
  deal: () => m.notification_kind_deal(),
  account: () => m.mail_kind_new_device(),
  digest: () => m.notification_kind_digest(),
};

/** What mails of a topic are about, for the page that switches them off. */
export function mailTopicName(topic: MailTopic): string {
  return NAMES[topic]();
}

/** What topics were called in links of mails that went out already: those still work. */
const FORMER_TOPICS: Readonly<Record<string, MailTopic>> = { "new-device": "account" };

function topicOf(written: string): MailTopic | null {
  if (Object.hasOwn(NAMES, written)) return written as MailTopic;
  return Object.hasOwn(FORMER_TOPICS, written) ? (FORMER_TOPICS[written] ?? null) : null;
}

function signature(payload: string): Buffer {
  return createHmac("sha256", env().authSecret).update(`unsubscribe ${payload}`).digest();
}

/**
 * The address that a mail of this topic carries: whoever has the mail may switch such mails off with it, now and in a
 * year, without signing in, and nothing else.
 */
export function unsubscribeLink({ userId, topic }: MailChoice, locale: Locale): string {
  const payload = `${userId}.${topic}`;
  return wholeAddress(
    `${href("/mail/unsubscribe")}?token=${payload}.${signature(payload).toString("base64url")}`,
    locale,
  );
}

/** What such an address is about, or null when it is not one of ours. */
export function readUnsubscribe(token: string): MailChoice | null {
  const [userId = "", written = "", given = "", ...more] = token.split(".");
  const topic = topicOf(written);
  if (!isId(userId) || !topic || more.length > 0) return null;
  const [theirs, ours] = [Buffer.from(given, "base64url"), signature(`${userId}.${written}`)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? { userId, topic } : null;
}

/** How this person is told of each kind, by their choice or else as the kind says; null when there is nobody. */
export async function noticeChoices(
  userId: string,
  queries: Queries = db(),
): Promise<Record<NoticeKind, NoticeChoice> | null> {
  const rows = await queries
    // Not profiles: who came by a provider has none until they open a page.
    .selectFrom("users")
    .leftJoin("notification_choices as choice", "choice.user_id", "users.id")
    .select(["choice.kind", "choice.in_app as inApp", "choice.mail"])
    .where("users.id", "=", userId)
    .execute();
  if (rows.length === 0) return null;
  const choices: Record<NoticeKind, NoticeChoice> = { ...NOTICE_KINDS };
  for (const { kind, inApp, mail } of rows) {
    // Another version may know other kinds.
    if (kind !== null && inApp !== null && mail !== null && Object.hasOwn(NOTICE_KINDS, kind))
      choices[kind as NoticeKind] = { inApp, mail: mail as MailPace };
  }
  return choices;
}

/** Whether somebody gets mails of this topic, or null when there is nobody. */
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
 * Switches mails of this topic on or off: a kind on again is told at once, as the mail was that had the link; of a
 * digest all that it tells of. False when there is nobody whose they are.
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

/** What is daily unless somebody chooses otherwise is so again, where it was switched off. */
async function digestOn(userId: string, queries: Queries): Promise<void> {
  const choices = await noticeChoices(userId, queries);
  const off = DAILY_KINDS.filter((kind) => choices?.[kind].mail === "off");
  await saveMailPace(userId, off, "daily", queries);
}

/** False when there is nobody with this id. */
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
