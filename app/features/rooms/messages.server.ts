import { sql } from "kysely";
import type { OfferRole, OfferState } from "#app/domain/offer.ts";
import type { OfferStop } from "#app/domain/offer-process.ts";
import { can, type Room } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { jsonPhotosOfMessage, type PhotoRow } from "#app/features/photos/queries.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";

export type MessageInput = { clientId: string; message: string; photoIds?: readonly string[] };

export interface MessageRow {
  readonly id: string;
  readonly seq: number;
  /** Null: the sender deleted their account. */
  readonly sender_id: string | null;
  readonly client_id: string;
  readonly message: string;
  readonly language: string | null;
  readonly created_at: Date;
  readonly photos: readonly PhotoRow[] | null;
  readonly offer: OfferRow | null;
  /** Not null: moderators hid the message. */
  readonly hidden: string | null;
  /** Whether it is one of the first messages of a room without a deal. Only such a message can get a warning. */
  readonly early: boolean;
}

/** An offer, as JSON in the row of its message. */
export interface OfferRow {
  readonly id: string;
  readonly by: OfferRole;
  readonly state: OfferState;
  readonly pieces: number;
  readonly cents: number;
  readonly expiresAt: string;
  readonly stop: OfferStop | null;
}

/** The columns of a message that its two readers see. */
export const MESSAGE_COLUMNS = [
  "id",
  "seq",
  "sender_id",
  "client_id",
  "message",
  "language",
  "created_at",
  "hidden",
] as const;
/** SQL: the photos of a message of the query. */
export const sentPhotos = (message: string) => sql<MessageRow["photos"]>`
  case when ${sql.ref(`${message}.photo_count`)} > 0 then ${jsonPhotosOfMessage(sql.ref(`${message}.id`))} end
`;

/** The two users of a room, or undefined if the viewer is not one of them. */
export async function roomOfParty(viewer: Viewer, roomId: string): Promise<Room | undefined> {
  const [room] = await prepared(
    sql<Room>`
      select seller_id as "sellerId", buyer_id as "buyerId", blocked from chat_rooms where id = ${roomId}
    `,
  );
  return room && can(viewer, "read", { kind: "room", ...room }) ? room : undefined;
}

/** The viewer's message with this id from their browser, or undefined. */
export function messageSent(
  viewer: Viewer,
  roomId: string,
  clientId: string,
): Promise<MessageRow | undefined> {
  return db()
    .selectFrom("chat_messages")
    .select(MESSAGE_COLUMNS)
    .select((eb) => [
      sentPhotos("chat_messages").as("photos"),
      // Only `sendOffer` writes offers; a warning is for the reader.
      eb.val<OfferRow | null>(null).as("offer"),
      eb.lit(false).as("early"),
    ])
    .where("chat_room_id", "=", roomId)
    .where("sender_id", "=", viewer.id)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}
