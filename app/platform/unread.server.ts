import { sql } from "kysely";
import { prepared } from "./db.server.ts";

/** What the bell of each of these persons counts (db/migrations/0012_notifications.sql, `unread_of`). */
export async function unreadOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ id: string; unread: number }>(sql`
    select id, unread_of(id) as unread from unnest(${userIds}::uuid[]) as person (id)
  `);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** In how many conversations of each of these persons something is unread: what Messages counts. */
export async function unreadChatsOf(userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ id: string; chats: number }>(sql`
    select id, (select count(*) from chat_notifications where user_id = id and unread_count > 0) as chats
    from unnest(${userIds}::uuid[]) as person (id)
  `);
  return new Map(rows.map(({ id, chats }) => [id, chats]));
}
