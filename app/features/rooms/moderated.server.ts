import { sql, type Transaction } from "kysely";
import { detachFrom } from "#app/features/photos/moderated.server.ts";
import type { DB } from "#app/platform/db-types.ts";

/**
 * Hides a message, or shows it again (null). Without its indexed words, no search finds it; writing `message` makes a
 * trigger index it again.
 */
export async function hideMessage(trx: Transaction<DB>, id: string, hidden: string | null): Promise<void> {
  await (hidden === null
    ? sql`update chat_messages set hidden = null, message = message where id = ${id}`
    : sql`update chat_messages set hidden = ${hidden}, search = null where id = ${id}`
  ).execute(trx);
}

/**
 * Empties a message that moderators removed. It stays, without its text and pictures, because the messages of a
 * conversation are numbered without gaps.
 */
export async function emptyRemovedMessage(trx: Transaction<DB>, id: string, text: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("chat_messages")
    .set({ message: text, photo_count: 0 })
    .where("id", "=", id)
    .where("hidden", "=", "removed")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await detachFrom(trx, id);
}
