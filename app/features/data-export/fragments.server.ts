import { type RawBuilder, sql } from "kysely";
import { isAddressVisible } from "#app/features/deals/address.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";

// SQL that says what a row refers to, by names that people know.

/** The name of a photo in the data export. It has the photo's id, because its place may change meanwhile. */
export const PHOTO_FILE = sql<string>`'photos/' || photos.id || '.webp'`;
/** The name of an upload's file in the data export, if there is one. */
export const UPLOAD_FILE = sql<
  string | null
>`case when has_file and state <> 'receiving' then 'uploads/' || id || '.csv' end`;

/** The names of these photos. */
export const photoFiles = (where: RawBuilder<unknown>) =>
  sql`array(select ${PHOTO_FILE} from photos where ${where} order by position, id)`;

/** The name of the person to whom a column refers. */
export const username = (column: string) =>
  sql`(select username from profiles where id = ${sql.ref(column)})`;

/** The name of the listing to which a row refers. */
export const listingName = (table: "favorites" | "recently_viewed" | "cart_requests") => {
  const [type, id] = [sql.ref(`${table}.listing_type`), sql.ref(`${table}.listing_id`)];
  return sql`(select name from listings where listings.type = ${type} and listings.id = ${id})`;
};

/** The person's part in a conversation or a deal, and the name of the other one: null for one who left. */
export const sides = (userId: string) => ({
  as: sql`case when seller_id = ${userId} then 'seller' else 'buyer' end`,
  with: sql`(select username from profiles where id = case when seller_id = ${userId} then buyer_id else seller_id end)`,
});

/** What a report or decision is about. */
export const subject = {
  kind: sql`(select subject_kind from cases where id = case_id)`,
  of: sql`(select subject_id from cases where id = case_id)`,
};

/** The offer that a message is about. */
export const OFFER = sql`(
  select json_build_object('id', id, 'pieces', pieces, 'priceCents', price_cents, 'state', state,
    'expiresAt', expires_at, 'closedAt', closed_at, 'order', deal_id)
  from offers where id = chat_messages.offer_id
)`;

/** The buyer's address, only in the buyer's export, while the seller can see it. */
export const sharedAddress = (userId: string) => sql`(
  select address from deal_addresses where deal_id = deals.id and buyer_id = ${userId} and ${isAddressVisible}
)`;

/** The photos of a message: their keys, and for the person's own also the names of their files. */
export const photosOfMessage = (userId: string) => sql`array(
  select json_build_object('key', key, 'file', case when user_id = ${userId} then ${PHOTO_FILE} end)
  from photos where chat_message_id = chat_messages.id order by position
)`;

/** The person's photos are files of the export, those of the other person links. */
export const filesOrLinks = (photos: readonly { key: string; file: string | null }[]) =>
  photos.map(({ key, file }) => file ?? photoUrl(key, 1280));

/** What reviews given and received have in common. */
export const REVIEW = {
  names: { created_at: "writtenAt" },
  without: ["language", "answer_language", "hidden", "quoted", "told"],
} as const;
