import { type RawBuilder, sql } from "kysely";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { type EnqueueOptions, enqueueAll } from "#app/platform/jobs.server.ts";
import { publicPushKey } from "./keys.server.ts";

/** The job that sends a browser its next note, and the job that takes notes back. The data of both is a `PushedBrowser`. */
export const PUSH_JOB = "push-browser";
export const TAKE_BACK_JOB = "push-take-back";

export interface PushedBrowser {
  readonly subscription: string;
  readonly userId: string;
}

/** One job waits for each browser: while its push service is away, all of its notes wait for that. */
export const perBrowser = ({ subscription, userId }: PushedBrowser): EnqueueOptions => ({
  singletonKey: subscription,
  group: userId,
});

/**
 * A message that shows nothing costs a browser's patience: Chromium soon shows a notification of its own instead, and
 * Firefox ends the subscription. So there is one a day; the next note takes back the rest.
 */
const TAKE_BACK_SECONDS = 86_400;

/** Something that the browsers of a person are told while the shop is closed. */
export interface PushNote {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** A later note with the same tag replaces it. */
  readonly tag: string;
  /** What a tap opens, without a language. */
  readonly path: string;
  /** Empty: the name of the shop. */
  readonly title: string;
  /** One line. Empty: what is said to those who want no contents. */
  readonly text: string;
}

/** The browsers that are told of this kind of notice. */
const takes = (kind: RawBuilder<string>) => sql`
  subscription.session_id is not null and subscription.server_key = ${publicPushKey()}
  and ${kind} <> all (subscription.off_kinds)`;

const REPLACED = sql`
  on conflict (subscription_id, tag) do update set kind = excluded.kind, path = excluded.path,
    title = excluded.title, content = excluded.content, sent_at = null,
    -- Who writes often does not delay the first notification.
    created_at = case when push_notes.sent_at is null then push_notes.created_at else excluded.created_at end,
    tries = case when push_notes.sent_at is null then push_notes.tries else 0 end`;

/**
 * Queues notes for all browsers of their people that take such notes, if the transaction commits.
 * @param again false: a note that a browser has, or had, stays as it is
 */
export async function queuePushes(
  notes: readonly PushNote[],
  trx: Queries,
  { again = true } = {},
): Promise<void> {
  if (notes.length === 0) return;
  const { rows } = await sql<PushedBrowser>`
    with wanted as materialized (
      select subscription.id, note.*
      from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
        as note ("userId" uuid, kind text, tag text, path text, title text, "text" text)
      join push_subscriptions as subscription on subscription.user_id = note."userId"
      where ${takes(sql`note.kind`)}
      order by subscription.id, note.tag
    ), written as (
      insert into push_notes (subscription_id, tag, kind, path, title, content)
      select id, tag, kind, path, left(title, 200), left("text", 1000) from wanted
      ${again ? REPLACED : sql`on conflict do nothing`}
    )
    select distinct id as subscription, "userId" from wanted
  `.execute(trx);
  await enqueueAll(PUSH_JOB, rows, trx, perBrowser);
}

/**
 * SQL: a part of a statement whose part `message` writes a message of a conversation. It notes the message for the
 * browsers of its reader, and returns their subscriptions: `subscription_id`. Call `wakePushes` after the commit.
 */
export function messageNotes({
  userId,
  tag,
  path,
  title,
  text,
}: Omit<PushNote, "kind">): RawBuilder<unknown> {
  return sql`
    insert into push_notes (subscription_id, tag, kind, path, title, content)
    select subscription.id, ${tag}::text, 'message', ${path}::text, left(${title}::text, 200), left(${text}::text, 1000)
    from message cross join push_subscriptions as subscription
    where subscription.user_id = ${userId}::uuid and ${takes(sql`'message'`)}
    ${REPLACED}
    returning subscription_id
  `;
}

/**
 * How long a message waits before phones are told: who looks at the conversation on another device has read it by then.
 */
export const READING_SECONDS = 8;

/** Queues the notes that `messageNotes` wrote. */
export async function wakePushes(userId: string, subscriptions: readonly string[]): Promise<void> {
  const startAfter = new Date(Date.now() + READING_SECONDS * 1_000);
  const browsers = subscriptions.map((subscription) => ({ subscription, userId }));
  await enqueueAll(PUSH_JOB, browsers, db(), (browser) => ({
    ...perBrowser(browser),
    startAfter,
    priority: 0,
  }));
}

/** Takes notes of a person back, if the transaction commits: they have read what these are about. */
export async function takeBackPushes(userId: string, tags: readonly string[], trx: Queries): Promise<void> {
  if (tags.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with deleted as (
      delete from push_notes using push_subscriptions
      where push_subscriptions.id = subscription_id and push_subscriptions.user_id = ${userId}
        and tag = any (${tags}::text[])
      returning subscription_id as id, sent_at
    )
    select distinct id from deleted where sent_at is not null
  `.execute(trx);
  await queueTakeBacks(
    rows.map(({ id }) => ({ subscription: id, userId })),
    trx,
  );
}

/** Queues that browsers close the notifications which their people have read elsewhere. */
export async function queueTakeBacks(browsers: readonly PushedBrowser[], queries: Queries): Promise<void> {
  await enqueueAll(TAKE_BACK_JOB, browsers, queries, (browser) => ({
    ...perBrowser(browser),
    onceInSeconds: TAKE_BACK_SECONDS,
  }));
}
