import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";

/** SQL: hides a photo, or shows it again (null). Returns the key of its listing. */
export const hidePhoto = (id: string, hidden: string | null) =>
  sql`update photos set hidden = ${hidden} where id = ${id} returning listing_type as type, listing_id as id`;

/** Takes a photo that moderators removed off its listing. The job for unused photos deletes it later, with its files. */
export async function detachRemovedPhoto(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("photos")
    .set({ listing_type: null, listing_id: null, position: null })
    .where("id", "=", id)
    .where("hidden", "=", "removed")
    .execute();
}

/** Takes the photos off a message. */
export async function detachFrom(trx: Transaction<DB>, messageId: string): Promise<void> {
  await trx
    .updateTable("photos")
    .set({ chat_message_id: null, position: null })
    .where("chat_message_id", "=", messageId)
    .execute();
}
