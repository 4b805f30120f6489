import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { photoUrl } from "#app/features/photos/photo.ts";
import { inBatches } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { type Notice, notifyAll } from "#app/platform/notify.server.ts";

/** Nobody who looks at the conversation leaves a message unread for that long. */
const UNREAD_AFTER_SECONDS = 120;
const IS_AWAY = sql`
  unread_count > 0 and not away_told and unread_since < now() - make_interval(secs => ${UNREAD_AFTER_SECONDS})`;
/** Few, because nobody can write to these rooms until the batch is done. */
const ROOMS_AT_ONCE = 20;

interface Waiting {
  readonly room_id: string;
  readonly user_id: string;
  /** The number of the first unread message. */
  readonly seq: number;
  readonly sender_id: string;
  readonly username: string;
  readonly listing: string;
  readonly photo: string | null;
}

/**
 * Notifies users who have not read a message for two minutes. They get one notice for all unread messages of a room.
 * Several servers can run it at the same time.
 */
export function notifyUnread(signal?: AbortSignal): Promise<void> {
  return inBatches(async (trx) => {
    const due = await takeDue(trx);
    await notifyAll((await waitingIn(trx, due)).map(noticeOf), trx);
    return due.length === ROOMS_AT_ONCE;
  }, signal);
}

type Due = { room_id: string; user_id: string; unread_count: number };

/**
 * Returns the next rooms with messages that are unread for too long, and marks them as notified. This locks the unread
 * counts: until the transaction ends, nobody can write to these rooms or mark their messages as read.
 */
async function takeDue(trx: Transaction<DB>): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select chat_room_id, user_id from chat_notifications
      where ${IS_AWAY}
      order by unread_since limit ${ROOMS_AT_ONCE} for update skip locked
    )
    update chat_notifications as unread set away_told = true from due
    where unread.chat_room_id = due.chat_room_id and unread.user_id = due.user_id
    returning unread.chat_room_id as room_id, unread.user_id, unread.unread_count
  `.execute(trx);
  return rows;
}

/** Leaves out messages of deleted users, and of users whom the reader blocks. */
async function waitingIn(trx: Transaction<DB>, due: readonly Due[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select room.id as room_id, due.user_id, first.seq, writer.id as sender_id, writer.username,
      coalesce(listings.name, room.listing_name) as listing, photo.key as photo
    from unnest(
      ${due.map(({ room_id }) => room_id)}::uuid[],
      ${due.map(({ user_id }) => user_id)}::uuid[],
      ${due.map(({ unread_count }) => unread_count)}::int[]
    ) as due (room_id, user_id, unread_count)
    join chat_rooms as room on room.id = due.room_id
    join lateral (
      select seq from chat_messages
      where chat_room_id = room.id and sender_id is distinct from due.user_id
      order by seq desc offset due.unread_count - 1 limit 1
    ) as first on true
    join profiles as writer
      on writer.id = case room.seller_id when due.user_id then room.buyer_id else room.seller_id end
    left join listings on listings.type = room.listing_type and listings.id = room.listing_id
    left join photos as photo
      on photo.listing_type = room.listing_type and photo.listing_id = room.listing_id
      and photo.position = 0 and photo.hidden is null
    where not exists (select from user_blocks where blocker_id = due.user_id and blocked_id = writer.id)
  `.execute(trx);
  return rows;
}

function noticeOf({ room_id, user_id, seq, sender_id, username, listing, photo }: Waiting): Notice {
  return {
    kind: "message",
    eventKey: `${room_id}:${seq}`,
    userIds: [user_id],
    facts: { username, listing },
    path: roomPath(room_id),
    aboutId: sender_id,
    ...(photo !== null && { imageUrl: photoUrl(photo, 160) }),
  };
}

/** The path of a conversation, which is also the tag of what browsers are told of it. */
export function roomPath(roomId: string): string {
  return href("/messages/:roomId", { roomId });
}

/**
 * Marks the notices of a room's messages and offers as read, in the transaction that reads the room. If there are none,
 * it cancels the notice that may not be delivered yet.
 * @param unread how many messages of the room were unread. The first of these is part of the notice's event key
 */
export async function markUnreadNoticeRead(
  trx: Transaction<DB>,
  userId: string,
  roomId: string,
  unread: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("notifications")
    .set({ read_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("kind", "in", ["message", "offer"])
    .where("path", "=", roomPath(roomId))
    .where("read_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await sql`
    insert into notifications (user_id, kind, event_key, content, path, in_app, read_at)
    select ${userId}, 'message', ${roomId}::uuid || ':' || seq, '', ${roomPath(roomId)}, false, now()
    from (
      select seq from chat_messages where chat_room_id = ${roomId} and sender_id is distinct from ${userId}::uuid
      order by seq desc offset greatest(${unread}::int - 1, 0) limit 1
    ) as first
    on conflict (user_id, kind, event_key) do update set read_at = coalesce(notifications.read_at, now())
  `.execute(trx);
}

export const chatJobs: JobHandlers = {
  "chat-away": {
    work: (_, signal) => notifyUnread(signal),
    cron: "* * * * *",
    due: sql<boolean>`exists (select from chat_notifications where ${IS_AWAY})`,
  },
};
