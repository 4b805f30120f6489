import { type RawBuilder, sql } from "kysely";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Queries } from "#app/platform/db.server.ts";
import { enqueue, enqueueAll } from "#app/platform/jobs.server.ts";
import { publicPushKey } from "./keys.server.ts";

/** The job that sends a note to a browser, and the job that takes it back. The data of both is a `NoteKey`. */
export const PUSH_JOB = "push";
export const TAKE_BACK_JOB = "push-take-back";

export interface NoteKey {
  readonly subscription: string;
  readonly tag: string;
}

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
    title = excluded.title, content = excluded.content, created_at = excluded.created_at, sent_at = null, tries = 0`;

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
  const { rows } = await sql<NoteKey>`
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
    select id as subscription, tag from wanted
  `.execute(trx);
  if (rows.length > 0) await enqueueAll(PUSH_JOB, rows, trx);
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
const READING_MS = 8_000;

/** Queues the notes that `messageNotes` wrote. */
export async function wakePushes(subscriptions: readonly string[], tag: string): Promise<void> {
  const startAfter = new Date(Date.now() + READING_MS);
  for (const subscription of subscriptions) await enqueue(PUSH_JOB, { subscription, tag }, { startAfter });
}

/** Takes notes of a person back, if the transaction commits: they have read what these are about. */
export async function takeBackPushes(userId: string, tags: readonly string[], trx: Queries): Promise<void> {
  if (tags.length === 0) return;
  const { rows } = await sql<NoteKey & { wasSent: boolean }>`
    delete from push_notes using push_subscriptions
    where push_subscriptions.id = subscription_id and push_subscriptions.user_id = ${userId}
      and tag = any (${tags}::text[])
    returning subscription_id as subscription, tag, sent_at is not null as "wasSent"
  `.execute(trx);
  const shown = rows.filter(({ wasSent }) => wasSent);
  if (shown.length > 0)
    await enqueueAll(
      TAKE_BACK_JOB,
      shown.map(({ subscription, tag }) => ({ subscription, tag })),
      trx,
    );
}
