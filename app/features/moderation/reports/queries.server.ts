import { sql } from "kysely";
import { href } from "react-router";
import { CATEGORIES, listingPathOf } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { sellerPath } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { isShown } from "#app/features/listings/on-offer.server.ts";
import { reviewById } from "#app/features/reviews/queries.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { CONTEXT, CONTEXT_TEXT_MAX, type Evidence, type SubjectKind } from "./rules.ts";

/** The content or person that is reported. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly listingType: string | null;
  /** The id of the person whom the report is about. Null: a deleted user. */
  readonly personId: string | null;
  readonly evidence: Evidence;
  /** The path of the page that shows it. */
  readonly path: string;
}

/** Who wants to report something. "shop" is the program itself. Null: a visitor. */
type ReportViewer = Viewer | "shop" | null;

type Finder = (id: string, viewer: ReportViewer, queries: Queries) => Promise<Subject | null>;

const FINDERS: Readonly<Record<SubjectKind, Finder>> = {
  listing: listingSubject,
  message: messageSubject,
  review: reviewSubject,
  person: personSubject,
  photo: photoSubject,
};

/**
 * Returns content or a person that the viewer may see, and so may report. A person is found by username, content by id.
 * @throws Refused "report_gone" for everything that the viewer may not see
 */
export async function subjectOf(kind: SubjectKind, id: string, viewer: Viewer | null): Promise<Subject> {
  const subject = kind === "person" || isId(id) ? await FINDERS[kind](id, viewer, db()) : null;
  if (!subject) throw new Refused("report_gone");
  return subject;
}

/** Returns content or a person for the program itself, both by id. Null if the subject does not exist or is hidden. */
export async function subjectForShop(
  kind: SubjectKind,
  id: string,
  queries: Queries = db(),
): Promise<Subject | null> {
  return FINDERS[kind](id, "shop", queries);
}

/**
 * Returns content or a person for a moderator: a person by username or id, content by id. Messages are those of all
 * conversations.
 * @throws Refused "report_gone" for what does not exist or is hidden
 */
export async function subjectForStaff(kind: SubjectKind, id: string): Promise<Subject> {
  const isByName = kind === "person" && !isId(id);
  const subject = isByName || isId(id) ? await FINDERS[kind](id, isByName ? null : "shop", db()) : null;
  if (!subject) throw new Refused("report_gone");
  return subject;
}

/** All listing types. With them, PostgreSQL finds an id in the primary key of each partition of `listings`. */
const TYPES = CATEGORIES.map(({ type }) => type);

interface ListingFound {
  readonly type: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly price_cents: number;
  readonly username: string;
  readonly photos: readonly string[];
}

async function listingSubject(id: string, _: ReportViewer, queries: Queries): Promise<Subject | null> {
  const { rows } = await sql<ListingFound>`
    select type, user_id, name, description, price_cents, username,
      array(
        select key from photos
        where listing_type = listings.type and listing_id = listings.id and photos.hidden is null order by position
      ) as photos
    from listings join profiles on profiles.id = listings.user_id
    where listings.type = any(${TYPES}) and listings.id = ${id} and ${isShown}
  `.execute(queries);
  const [row] = rows;
  if (!row) return null;
  const { type, name, description: text, price_cents: priceCents, username: by, photos } = row;
  return {
    kind: "listing",
    id,
    listingType: type,
    personId: row.user_id,
    evidence: { name, text, by, photos, priceCents },
    path: listingPathOf(type, id),
  };
}

interface PhotoFound {
  readonly key: string;
  readonly listing_type: string;
  readonly listing_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly username: string;
}

/** A photo of a listing. A picture in a message is reported with the message, and a profile picture with the person. */
async function photoSubject(id: string, _: ReportViewer, queries: Queries): Promise<Subject | null> {
  const { rows } = await sql<PhotoFound>`
    select key, listing_type, listing_id, listings.user_id, name, username
    from photos
    join listings on listings.type = listing_type and listings.id = listing_id
    join profiles on profiles.id = listings.user_id
    where photos.id = ${id} and photos.hidden is null and ${isShown}
  `.execute(queries);
  const [row] = rows;
  if (!row) return null;
  const { key, listing_type: listingType, name, username: by } = row;
  return {
    kind: "photo",
    id,
    listingType,
    personId: row.user_id,
    evidence: { name, text: "", by, photos: [key] },
    path: listingPathOf(listingType, row.listing_id),
  };
}

async function reviewSubject(id: string, _: ReportViewer, queries: Queries): Promise<Subject | null> {
  const row = await reviewById(id, queries);
  if (!row) return null;
  const { of: name, comment: text, username: by, rating } = row;
  return {
    kind: "review",
    id,
    listingType: null,
    personId: row.reviewer_id,
    evidence: { name, text, by, photos: [], rating },
    path: `${sellerPath(name)}#reviews`,
  };
}

async function personSubject(name: string, viewer: ReportViewer, queries: Queries): Promise<Subject | null> {
  if (name.includes("\0")) return null;
  const row = await queries
    .selectFrom("profiles")
    .select(["id", "username", "avatar_url"])
    .where(viewer === "shop" ? sql<boolean>`id = ${name}` : sql<boolean>`lower(username) = lower(${name})`)
    .executeTakeFirst();
  if (!row) return null;
  const key = /^\/photos\/([0-9a-f]{64})\//.exec(row.avatar_url ?? "")?.[1];
  return {
    kind: "person",
    id: row.id,
    listingType: null,
    personId: row.id,
    evidence: { name: row.username, text: "", by: row.username, photos: key ? [key] : [] },
    path: sellerPath(row.username),
  };
}

interface MessageFound {
  readonly chat_room_id: string;
  readonly seq: number;
  readonly sender_id: string | null;
  readonly message: string;
  readonly listing_name: string;
  readonly username: string | null;
  readonly photos: readonly string[];
}

/** Only the two people of a conversation can report its messages. */
async function messageSubject(id: string, viewer: ReportViewer, queries: Queries): Promise<Subject | null> {
  if (!viewer) return null;
  const isReader = viewer === "shop" ? sql`true` : sql`${viewer.id} in (seller_id, buyer_id)`;
  const { rows } = await sql<MessageFound>`
    select chat_room_id, chat_messages.seq, sender_id, message, listing_name, username,
      array(select key from photos where chat_message_id = chat_messages.id order by position) as photos
    from chat_messages
    join chat_rooms on chat_rooms.id = chat_room_id
    left join profiles on profiles.id = sender_id
    where chat_messages.id = ${id} and ${isReader} and hidden is null
  `.execute(queries);
  const [row] = rows;
  if (!row) return null;
  const { listing_name: name, message: text, username: by, photos } = row;
  return {
    kind: "message",
    id,
    listingType: null,
    personId: row.sender_id,
    evidence: { name, text, by, photos, context: await contextOf(row, queries) },
    path: href("/messages/:roomId", { roomId: row.chat_room_id }),
  };
}

async function contextOf({ chat_room_id: roomId, seq, sender_id: senderId }: MessageFound, queries: Queries) {
  const { rows } = await sql<{ own: boolean; text: string }>`
    select sender_id is not distinct from ${senderId}::uuid as own, left(message, ${CONTEXT_TEXT_MAX}) as text
    from chat_messages
    where chat_room_id = ${roomId} and seq between ${seq - CONTEXT.before} and ${seq + CONTEXT.after}
      and seq <> ${seq}
    order by seq
  `.execute(queries);
  return rows;
}

/** The latest messages of the other person in the viewer's room. The viewer chooses the one to report. */
export async function reportableMessages(viewer: Viewer, roomId: string) {
  const { rows } = await sql<{ id: string; message: string; is_offer: boolean; created_at: Date }>`
    select chat_messages.id, message, chat_messages.created_at,
      offer_id is not null as is_offer
    from chat_messages join chat_rooms on chat_rooms.id = chat_room_id
    where chat_room_id = ${roomId} and ${viewer.id} in (seller_id, buyer_id) and sender_id <> ${viewer.id}
      and hidden is null
    order by chat_messages.seq desc limit 30
  `.execute(db());
  return rows;
}

/** The photos of a reported listing, each of which can be reported alone. */
export async function photosToReport({ listingType, id }: Subject) {
  return db()
    .selectFrom("photos")
    .select(["id", "key"])
    .where("listing_type", "=", listingType)
    .where("listing_id", "=", id)
    .where("hidden", "is", null)
    .orderBy("position")
    .execute();
}
