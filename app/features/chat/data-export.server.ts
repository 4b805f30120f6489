import { sql } from "kysely";
import { exportedPhotoName } from "#app/features/accounts/data-export/exported-photo.ts";
import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { db } from "#app/platform/db.server.ts";
import { rooms } from "./queries.server.ts";

/** Exports a user's conversations, each with all of its messages, and the users whom they block. */
export function exportChats(userId: string) {
  return { chats: chats(userId), blocked: blocked(userId) };
}

async function* blocked(userId: string) {
  const pages = paginate((after: { id: string } | null) =>
    db()
      .selectFrom("user_blocks")
      .innerJoin("profiles", "profiles.id", "user_blocks.blocked_id")
      .select(["profiles.id", "profiles.username", "user_blocks.created_at as since"])
      .where("blocker_id", "=", userId)
      .$if(after !== null, (query) => query.where("profiles.id", ">", after?.id ?? ""))
      .orderBy("profiles.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const { username, since } of pages) yield { username, since };
}

async function* chats(userId: string) {
  const pages = paginate((after: { id: string } | null) =>
    rooms(userId)
      .leftJoin("chat_notifications as own", (join) =>
        join.onRef("own.chat_room_id", "=", "chat_rooms.id").on("own.user_id", "=", userId),
      )
      .select(["seller_id", "chat_rooms.created_at", "last_message_at", "own.unread_count"])
      .where(({ or, eb }) => or([eb("last_message_at", "is not", null), eb("buyer_id", "=", userId)]))
      .$if(after !== null, (query) => query.where("chat_rooms.id", ">", after?.id ?? ""))
      .orderBy("chat_rooms.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const room of pages) {
    yield {
      id: room.id,
      listing: { type: room.listing_type, id: room.listing_id, name: room.listing_name },
      as: room.seller_id === userId ? "seller" : "buyer",
      /** The other user's name, or null if they deleted their account. */
      with: room.other_username,
      openedAt: room.created_at,
      lastMessageAt: room.last_message_at,
      unread: room.unread_count ?? 0,
      messages: messages(userId, room.id),
    };
  }
}

async function* messages(userId: string, roomId: string) {
  const pages = paginate((after: { seq: number } | null) =>
    db()
      .selectFrom("chat_messages")
      .select(["seq", "sender_id", "message", "created_at"])
      .select(
        sql<{ id: string; key: string; mine: boolean }[] | null>`(
          select json_agg(json_build_object('id', id, 'key', key, 'mine', user_id = ${userId}) order by position)
          from photos where chat_message_id = chat_messages.id
        )`.as("photos"),
      )
      .select(
        sql<object | null>`(
          select json_build_object('id', id, 'pieces', pieces, 'priceCents', price_cents, 'state', state,
            'expiresAt', expires_at, 'closedAt', closed_at, 'order', deal_id)
          from offers where id = chat_messages.offer_id
        )`.as("offer"),
      )
      .where("chat_room_id", "=", roomId)
      .where("seq", ">", after?.seq ?? 0)
      .orderBy("seq")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const { sender_id, message, photos, offer, created_at } of pages) {
    yield {
      from: sender_id === userId ? "me" : "them",
      message,
      // The user's own photos are files of the export. The other user's photos are links.
      photos: (photos ?? []).map(({ id, key, mine }) => (mine ? exportedPhotoName(id) : photoUrl(key, 1280))),
      ...(offer && { offer }),
      writtenAt: created_at,
    };
  }
}
