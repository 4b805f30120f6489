import { hashPassword } from "better-auth/crypto";
import { sql, type Transaction } from "kysely";
import { normalizePostalCode } from "#app/domain/place.ts";
import { refreshTrending } from "#app/features/home/trending.server.ts";
import { locateListing } from "#app/features/listings/search.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { CHATS } from "./chats.ts";
import { type DemoListing, demoStock } from "./listing.ts";
import { startPainter } from "./painter.ts";
import { PICTURE, pictureKey, type Scene } from "./picture.ts";
import type { DemoSeller } from "./seller.ts";
import { FAVORITES, PRICE_DROPS, REVIEWS, SELLERS } from "./talk.ts";

export interface DemoAccount {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** All demo people share it; it is printed at start. */
const PASSWORD = "second-serve";

const sellers: readonly DemoSeller[] = SELLERS;
const emailOf = (username: string) => `${username}@example.com`;
const DAY = 86_400_000;
const MINUTE = 60_000;

/**
 * Fills an empty database (nobody signed up, nothing on offer) with the demo shop: all of it or nothing, once even
 * when several servers start at the same time. The pictures follow: see fill-pictures.ts.
 * @returns the demo accounts that there are, now or from an earlier start
 */
export async function loadDemoStock(now = new Date()): Promise<DemoAccount[]> {
  if (await isEmpty(db())) {
    const prepared = await prepare();
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('demo stock', 0))`.execute(trx);
        if (await isEmpty(trx)) await insertAll(trx, now, prepared);
      });
  }
  const emails = sellers.map(({ username }) => emailOf(username));
  const known = await db().selectFrom("users").select("email").where("email", "in", emails).execute();
  const there = new Set(known.map(({ email }) => email));
  return sellers
    .map(({ username }) => ({ username, email: emailOf(username), password: PASSWORD }))
    .filter(({ email }) => there.has(email));
}

async function isEmpty(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from listings) and not exists (select from users) as empty`.execute(queries);
  return rows[0]?.empty ?? false;
}

/** What takes a moment, done before the transaction: it holds a lock. */
async function prepare() {
  const stock = demoStock();
  const [passwordHash, places, photos] = await Promise.all([
    hashPassword(PASSWORD),
    Promise.all(sellers.map(async (seller) => [seller, await placeOf(seller)] as const)),
    photosOf(stock),
  ]);
  return { stock, passwordHash, places: new Map(places), photos };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function placeOf({ username, country, postalCode }: DemoSeller) {
  const code = normalizePostalCode(country, postalCode);
  const centre = code === null ? null : await locateListing({ country, postalCode: code });
  if (code === null || !centre) throw new Error(`The postal code of ${username} is in no known region.`);
  return { country, postal_code: code, latitude: centre.latitude, longitude: centre.longitude };
}

/** What is known of each listing's photos before they are painted. */
async function photosOf(stock: readonly DemoListing[]) {
  const painter = startPainter();
  try {
    const hashes = (await painter.thumbhashes(stock.flatMap(({ scenes }) => scenes))).values();
    const photo = (scene: Scene) => ({ key: pictureKey(scene), thumbhash: hashes.next().value ?? "" });
    return new Map(stock.map((listing) => [listing, listing.scenes.map(photo)] as const));
  } finally {
    painter.close();
  }
}

async function insertAll(trx: Transaction<DB>, now: Date, prepared: Prepared): Promise<void> {
  const people = await insertPeople(trx, now, prepared.passwordHash);
  const listings = await insertListings(trx, now, people, prepared);
  await insertReviews(trx, now, people);
  await insertFavorites(trx, people, listings);
  await refreshTrending(trx, now);
  await insertPriceDrops(trx, listings);
  await insertChats(trx, now, people, listings);
}

const ago = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** The value under this key; the demo data names only what it defines. */
function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo stock has no ${String(key)}.`);
  return value;
}

async function insertPeople(trx: Transaction<DB>, now: Date, password: string): Promise<Map<string, string>> {
  const users = await trx
    .insertInto("users")
    .values(
      sellers.map(({ username, days }) => ({
        name: username,
        email: emailOf(username),
        email_verified: true,
        created_at: ago(now, days * DAY),
      })),
    )
    .returning(["id", "name"])
    .execute();
  const ids = new Map(users.map(({ id, name }) => [name, id]));
  const known = sellers.map((seller) => ({ ...seller, id: found(ids, seller.username) }));
  await trx
    .insertInto("accounts")
    .values(known.map(({ id }) => ({ user_id: id, account_id: id, provider_id: "credential", password })))
    .execute();
  await trx
    .insertInto("profiles")
    .values(
      known.map(({ id, username, fullName, days }) => ({
        id,
        username,
        full_name: fullName,
        email: emailOf(username),
        created_at: ago(now, days * DAY),
      })),
    )
    .execute();
  return ids;
}

async function insertListings(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
  { stock, places, photos }: Prepared,
): Promise<Listings> {
  const rows = await trx
    .insertInto("listings")
    .values(
      stock.map(({ type, seller, name, description, brand, euros, days, attributes }) => ({
        type,
        id: sql<string>`uuidv7(make_interval(secs => ${-days * 86_400}))`,
        user_id: found(people, seller.username),
        name,
        description,
        brand,
        price_cents: Math.round(euros * 100),
        ...found(places, seller),
        attributes: sql<string>`${JSON.stringify(attributes)}::jsonb`,
        created_at: ago(now, days * DAY),
        updated_at: ago(now, days * DAY),
      })),
    )
    .returning(["type", "id", "name", "user_id"])
    .execute();
  const listings = new Map(rows.map((row) => [row.name, row]));
  await trx
    .insertInto("photos")
    .values(
      stock.flatMap((listing) =>
        found(photos, listing).map(({ key, thumbhash }, position) => ({
          user_id: found(listings, listing.name).user_id,
          key,
          ...PICTURE,
          thumbhash,
          listing_type: listing.type,
          listing_id: found(listings, listing.name).id,
          position,
          created_at: ago(now, listing.days * DAY),
        })),
      ),
    )
    .execute();
  return listings;
}

async function insertReviews(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  await trx
    .insertInto("user_reviews")
    .values(
      REVIEWS.map(({ by, of, rating, comment, days }) => ({
        reviewer_id: found(people, by),
        reviewed_user_id: found(people, of),
        rating,
        comment,
        created_at: ago(now, days * DAY),
        // Nobody is told today of what was written weeks ago.
        told: true,
      })),
    )
    .execute();
}

type Listings = ReadonlyMap<string, { type: string; id: string; user_id: string }>;

async function insertFavorites(
  trx: Transaction<DB>,
  people: ReadonlyMap<string, string>,
  listings: Listings,
): Promise<void> {
  await trx
    .insertInto("favorites")
    .values(
      Object.entries(FAVORITES).flatMap(([username, names]) =>
        names.map((name) => ({
          user_id: found(people, username),
          listing_type: found(listings, name).type,
          listing_id: found(listings, name).id,
        })),
      ),
    )
    .execute();
}

/** After the favourites: who likes something later is not told of what it cost before. */
async function insertPriceDrops(trx: Transaction<DB>, listings: Listings): Promise<void> {
  await trx
    .insertInto("listing_changes")
    .values(
      PRICE_DROPS.map(([name, wasEuros]) => ({
        what: "price_drop",
        type: found(listings, name).type,
        listing_id: found(listings, name).id,
        was_cents: wasEuros * 100,
      })),
    )
    .execute();
}

async function insertChats(
  trx: Transaction<DB>,
  now: Date,
  people: ReadonlyMap<string, string>,
  listings: Listings,
): Promise<void> {
  for (const { about, buyer, messages, unread } of CHATS) {
    const listing = found(listings, about);
    const [buyerId, sellerId] = [found(people, buyer), listing.user_id];
    const [first, last] = [messages[0], messages.at(-1)];
    if (!first || !last) continue;
    const room = await trx
      .insertInto("chat_rooms")
      .values({
        listing_type: listing.type,
        listing_id: listing.id,
        listing_name: about,
        seller_id: sellerId,
        buyer_id: buyerId,
        seq: messages.length,
        last_message_at: ago(now, last[1] * MINUTE),
        created_at: ago(now, first[1] * MINUTE),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("chat_messages")
      .values(
        messages.map(([by, minutes, message], index) => ({
          chat_room_id: room.id,
          seq: index + 1,
          sender_id: found(people, by),
          client_id: sql<string>`uuidv7()`,
          message,
          created_at: ago(now, minutes * MINUTE),
        })),
      )
      .execute();
    const reader = found(people, last[0]) === buyerId ? sellerId : buyerId;
    await trx
      .insertInto("chat_notifications")
      .values({ chat_room_id: room.id, user_id: reader, unread_count: unread })
      .execute();
  }
}
