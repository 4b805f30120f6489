import { hashPassword } from "better-auth/crypto";
import { sql, type Transaction } from "kysely";
import { normalizePostalCode } from "#app/domain/place.ts";
import { refreshTrending } from "#app/features/home/trending.server.ts";
import { locateListing } from "#app/features/listings/search.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import {
  type DemoAccount,
  demoAccounts,
  demoPassword,
  emailOf,
  lockDemo,
  DEMO_SELLERS as sellers,
} from "./accounts.ts";
import { type DemoListing, demoStock } from "./listing.ts";
import { insertChats, insertDeals, insertFavorites, insertPriceDrops, insertReviews } from "./load-talk.ts";
import { ago, DAY, found, type Listings } from "./loading.ts";
import { startPainter } from "./painter.ts";
import { PICTURE, pictureKey, type Scene } from "./picture.ts";
import type { DemoSeller } from "./seller.ts";

/**
 * Fills an empty database (nobody signed up, nothing on offer) with the demo shop: all of it or nothing, once even
 * when several servers start at the same time. The pictures follow: see fill-pictures.ts.
 * @returns the demo accounts that there are, now or from an earlier start
 */
export async function loadDemoStock(now = new Date()): Promise<DemoAccount[]> {
  return demoAccounts((await isEmpty(db())) ? await load(now) : null);
}

/** Answers with the password, or null where another server was first. */
async function load(now: Date): Promise<string | null> {
  const password = demoPassword();
  const prepared = await prepare(password);
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockDemo(trx);
      if (!(await isEmpty(trx))) return null;
      await insertAll(trx, now, prepared);
      return password;
    });
}

async function isEmpty(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from listings) and not exists (select from users) as empty`.execute(queries);
  return rows[0]?.empty ?? false;
}

/** What takes a moment, done before the transaction: it holds a lock. */
async function prepare(password: string) {
  const stock = demoStock();
  const [passwordHash, places, photos] = await Promise.all([
    hashPassword(password),
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
  return { country, postal_code: code, ...centre };
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
  await insertDeals(trx, now, people, listings);
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
