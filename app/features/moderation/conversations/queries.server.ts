import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { sentPhotos } from "#app/features/rooms/messages.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { CaseRow } from "../cases/queries.server.ts";
import { isAppealed } from "../retention.server.ts";
import { MESSAGES_PER_PAGE, VIEW_HOURS } from "./schema.ts";

/** What of a case says which conversations concern it. */
export type ConcernedCase = Pick<
  CaseRow,
  "id" | "subject_kind" | "subject_id" | "listing_type" | "person_id"
>;

export interface ConversationRow {
  readonly id: string;
  readonly listing_name: string;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  /** Null: a deleted user. */
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly messages: number;
  /** Whether this moderator opened it, and may read it now. */
  readonly is_open: boolean;
}

/**
 * SQL, of `chat_rooms`: the conversation concerns the case. Of a listing or a person, it is between the person whom the
 * case is about and somebody who reported them; of a message, it is the one with the message.
 */
function concerns({
  id,
  subject_kind,
  subject_id,
  listing_type,
  person_id,
}: ConcernedCase): RawBuilder<boolean> {
  const reporters = sql`(select reporter_id from reports where case_id = ${id})`;
  switch (subject_kind) {
    case "message":
      return sql<boolean>`chat_rooms.id = (select chat_room_id from chat_messages where id = ${subject_id})`;
    case "listing":
      return sql<boolean>`(listing_type = ${listing_type} and listing_id = ${subject_id} and buyer_id in ${reporters})`;
    case "person":
      return sql<boolean>`(
        (seller_id = ${person_id} and buyer_id in ${reporters})
        or (buyer_id = ${person_id} and seller_id in ${reporters})
      )`;
    default:
      return sql<boolean>`false`;
  }
}

const MOST = 20;

/**
 * The conversations that concern a case and that this moderator may open: while the case is open or an appeal waits,
 * and never one of their own.
 */
export async function conversationsOf(
  viewer: StaffMember,
  row: ConcernedCase,
  queries: Queries = db(),
  roomId?: string,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select chat_rooms.id, listing_name, seller_id, buyer_id, seller.username as seller, buyer.username as buyer,
      seq::integer as messages,
      exists (
        select from conversation_views
        where case_id = ${row.id} and room_id = chat_rooms.id and moderator_id = ${viewer.id}
          and conversation_views.opened_at > now() - make_interval(hours => ${VIEW_HOURS})
      ) as is_open
    from chat_rooms
    left join profiles seller on seller.id = seller_id
    left join profiles buyer on buyer.id = buyer_id
    where ${concerns(row)} and seq > 0 and ${roomId === undefined ? sql`true` : sql`chat_rooms.id = ${roomId}`}
      and exists (select from cases where cases.id = ${row.id} and (state = 'open' or ${isAppealed}))
    order by last_message_at desc limit ${MOST}
  `.execute(queries);
  return rows.filter(({ seller_id: sellerId, buyer_id: buyerId }) =>
    can(viewer, "examine", { kind: "room", userId: row.person_id, sellerId, buyerId }),
  );
}

/** One of `conversationsOf`, or undefined. */
export async function conversationOf(
  viewer: StaffMember,
  row: ConcernedCase,
  roomId: string,
  queries: Queries = db(),
): Promise<ConversationRow | undefined> {
  return isId(roomId) ? (await conversationsOf(viewer, row, queries, roomId))[0] : undefined;
}

export interface ExaminedMessage {
  readonly id: string;
  readonly seq: number;
  readonly sender_id: string | null;
  readonly message: string;
  readonly language: string | null;
  readonly created_at: Date;
  /** Not null: moderators hid or removed it. */
  readonly hidden: string | null;
  readonly photos: readonly { readonly id: string }[] | null;
  /** The price of an offer, in cents. */
  readonly offer_cents: number | null;
}

/** A page of a conversation in its order: the messages with numbers below `before`, else the latest. */
export async function examinedMessages(roomId: string, before: number | null): Promise<ExaminedMessage[]> {
  const { rows } = await sql<ExaminedMessage>`
    select id, seq, sender_id, message, language, created_at, hidden, ${sentPhotos("chat_messages")} as photos,
      (select price_cents from offers where offers.id = offer_id) as offer_cents
    from chat_messages where chat_room_id = ${roomId} and ${before === null ? sql`true` : sql`seq < ${before}`}
    order by seq desc limit ${MESSAGES_PER_PAGE}
  `.execute(db());
  return rows.reverse();
}

/** The key of a photo that was sent in a conversation, or undefined. */
export async function examinedPhoto(roomId: string, photoId: string): Promise<string | undefined> {
  if (!isId(photoId)) return undefined;
  const row = await db()
    .selectFrom("photos")
    .innerJoin("chat_messages", "chat_messages.id", "photos.chat_message_id")
    .select("key")
    .where("photos.id", "=", photoId)
    .where("chat_room_id", "=", roomId)
    .executeTakeFirst();
  return row?.key;
}
