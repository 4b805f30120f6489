import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { termsOfDeal } from "#app/features/offers/terms.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { presentSummary, type SummaryRow } from "./present.server.ts";
import { availableCards } from "./queries.server.ts";
import type { InboxQuery } from "./schema.ts";
import { searchedWords } from "./snippet.ts";
import type { ChatSummary, InboxPage } from "./view.ts";

export const ROOMS_AT_ONCE = 25;

/** The position of a page's last room in the list, when this page was read. */
type Before = NonNullable<InboxQuery["before"]>;

export type InboxRoomRow = SummaryRow & {
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  /** When the last message was written, or else when the room was opened, in microseconds. */
  readonly micros: number;
};

/**
 * A page of the viewer's conversations, the latest first. With `q` only those that match. `before` is
 * the `next` of the previous page, parsed. A room without a message is visible only to its buyer.
 */
export async function inbox(viewer: Viewer, { q, before }: InboxQuery): Promise<InboxPage> {
  // Read before the rooms, so that the browser also receives events that occur during the queries.
  const after = await eventsUpTo(viewer.id);
  const most = ROOMS_AT_ONCE + 1;
  const rows = await roomPage(viewer, { q, before }, most);
  const page = rows.slice(0, ROOMS_AT_ONCE);
  const last = rows.length > ROOMS_AT_ONCE ? page.at(-1) : undefined;
  return {
    rooms: await presented(page, viewer, q),
    next: last ? `${last.micros}.${last.id}` : null,
    page: { userId: viewer.id, after },
  };
}

/** The rows of `inbox`, at most `most`, for programs. */
export function roomPage(viewer: Viewer, { q, before }: InboxQuery, most: number): Promise<InboxRoomRow[]> {
  return q === "" ? shown(viewer.id, before, most) : matchingRooms(viewer.id, q, before, most);
}

/**
 * The row of `inbox` of a room.
 * @throws Refused "chat_room_gone" for a room that is not the viewer's
 */
export async function roomRow(viewer: Viewer, roomId: string): Promise<InboxRoomRow> {
  const [row] = await prepared(
    withDetails(
      viewer.id,
      sql`
        select ${ROOM}, case seller_id when ${viewer.id}::uuid then buyer_id else seller_id end as other_id,
          null::bigint as hit_seq
        from chat_rooms where id = ${roomId} and ${viewer.id}::uuid in (seller_id, buyer_id)
      `,
    ),
  );
  if (!row) throw new Refused("chat_room_gone");
  return row;
}

/** The viewer's latest conversations, at most `most`. */
export async function latestRooms(viewer: Viewer, most: number): Promise<ChatSummary[]> {
  return presented(await shown(viewer.id, null, most), viewer, "");
}

async function presented(rows: readonly InboxRoomRow[], viewer: Viewer, q: string): Promise<ChatSummary[]> {
  const [shop, terms] = await Promise.all([
    availableCards(rows),
    termsOfDeal(
      viewer.id,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) =>
    presentSummary(row, { shop: shop.get(row.listing_id), terms: terms.get(row.id) }, viewer.id, q),
  );
}

const MOMENT = sql`coalesce(chat_rooms.last_message_at, chat_rooms.created_at)`;
const ROOM = sql`chat_rooms.id, seller_id, buyer_id, listing_type, listing_id, listing_name, chat_rooms.seq, chat_rooms.created_at,
  last_message_at, chat_rooms.blocked, ${MOMENT} as moment`;
const IN_ORDER = sql`order by ${MOMENT} desc, chat_rooms.id desc`;

/** SQL: whether a room comes after this position in the list. */
function isBelow(before: Before | null): RawBuilder<unknown> {
  if (!before) return sql`true`;
  return sql`(${MOMENT}, chat_rooms.id)
    < ('epoch'::timestamptz + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::uuid)`;
}

/** Rooms as seller and as buyer are read separately, because each needs its own index. */
function shown(viewerId: string, before: Before | null, most: number): Promise<InboxRoomRow[]> {
  return prepared(
    withDetails(
      viewerId,
      sql`
        select * from (
          (
            select ${ROOM}, buyer_id as other_id, null::bigint as hit_seq from chat_rooms
            where seller_id = ${viewerId} and last_message_at is not null and ${isBelow(before)}
            ${IN_ORDER} limit ${most}
          ) union all (
            select ${ROOM}, seller_id, null from chat_rooms
            where buyer_id = ${viewerId} and ${isBelow(before)}
            ${IN_ORDER} limit ${most}
          )
        ) as both_sides order by moment desc, id desc limit ${most}
      `,
    ),
  );
}

/**
 * Finds rooms by a search. All words must be in the names of the listing and the other user, or all in one message.
 * `hit_seq` is the number of the latest such message.
 */
async function matchingRooms(
  viewerId: string,
  q: string,
  before: Before | null,
  most: number,
): Promise<InboxRoomRow[]> {
  const mine = sql`(seller_id = ${viewerId} and last_message_at is not null or buyer_id = ${viewerId})`;
  const { rows } = await withDetails(
    viewerId,
    sql`
      with wanted as materialized (
        select array_agg(distinct fold(word)) as words from unnest(${searchedWords(q)}::text[]) as word
      )
      select ${ROOM}, other.id as other_id, hits.seq as hit_seq
      from chat_rooms
      left join (
        select chat_room_id, max(seq) as seq from chat_messages where ${isHit(viewerId, q)} group by 1
      ) as hits on hits.chat_room_id = chat_rooms.id
      left join profiles as other on other.id = case seller_id when ${viewerId}::uuid then buyer_id else seller_id end
      -- Folded once for each room, not for each word: there may be thousands of rooms and fifty words.
      cross join lateral (select fold(listing_name || ' ' || coalesce(other.username, '')) as text offset 0) as names
      where ${mine} and ${isBelow(before)} and (hits.seq is not null or not exists (
        select from unnest((select words from wanted)) as word where strpos(names.text, word) = 0
      ))
      ${IN_ORDER} limit ${most}
    `,
  ).execute(db());
  return rows;
}

/**
 * SQL: whether a message matches a search. The search vector of each message has a marker for each of its two users, so
 * that the index finds only the viewer's messages (`chat_messages_set_search`).
 */
function isHit(viewerId: string, q: string): RawBuilder<unknown> {
  const marked = sql`${`'@${viewerId}'`}::tsquery`;
  const words = searchedWords(q);
  if (!words.some((word) => /[\p{L}\p{N}]/u.test(word))) {
    return sql`search @@ ${marked} and strpos(message, ${q}) > 0`;
  }
  return sql`search @@ (${marked} && words_query(${words.join(" ")}, true))`;
}

function withDetails(viewerId: string, rooms: RawBuilder<unknown>): RawBuilder<InboxRoomRow> {
  return sql<InboxRoomRow>`
    select room.id, room.seller_id, room.buyer_id, room.listing_type, room.listing_id, room.listing_name, room.created_at, room.last_message_at,
      (extract(epoch from room.moment) * 1000000)::bigint as micros,
      other.username as other_username, other.avatar_url as other_avatar_url,
      room.blocked and exists (
        select from user_blocks where blocker_id = ${viewerId} and blocked_id = other.id
      ) as other_blocked,
      last.message as last_message, last.hidden as last_hidden, last.sender_id as last_sender_id,
      last.offer_id is not null as last_offer, own.unread_count,
      room.hit_seq, hit.message as hit_message
    from (${rooms}) as room
    left join profiles as other on other.id = room.other_id
    left join chat_messages as last on last.chat_room_id = room.id and last.seq = room.seq
    left join chat_messages as hit on hit.chat_room_id = room.id and hit.seq = room.hit_seq
    left join chat_notifications as own on own.chat_room_id = room.id and own.user_id = ${viewerId}
    order by room.moment desc, room.id desc
  `;
}
