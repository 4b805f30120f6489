import { sql } from "kysely";
import { prepared } from "./db.server.ts";

/**
 * The number at the bell of each user: unread notifications, and chats with unread messages (`unread_of` in
 * db/migrations/0012_messages.sql).
 */
export async function unreadOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ id: string; unread: number }>(sql`
    select id, unread_of(id) as unread from unnest(${userIds}::uuid[]) as person (id)
  `);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** The number of chats with unread messages of each user. */
export async function unreadChatsOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ id: string; chats: number }>(sql`
    select id, (select count(*) from chat_notifications where user_id = id and unread_count > 0) as chats
    from unnest(${userIds}::uuid[]) as person (id)
  `);
  return new Map(rows.map(({ id, chats }) => [id, chats]));
}

/** The number at a user's bell, and how many of it are chats with unread messages. */
export async function unreadCountsOf(userId: string): Promise<{ unread: number; unreadChats: number }> {
  const [unread, chats] = await Promise.all([unreadOf([userId]), unreadChatsOf([userId])]);
  return { unread: unread.get(userId) ?? 0, unreadChats: chats.get(userId) ?? 0 };
}
