import { hashPassword } from "better-auth/crypto";
import { sql, type Transaction } from "kysely";
import { refreshTrending } from "#app/features/home/trending.server.ts";
import { type BulkRow, writeStock } from "#app/features/listings/bulk.server.ts";
import { placed } from "#app/features/stock/upload/batch.server.ts";
import { Places } from "#app/features/stock/upload/places.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import {
  accounts,
  type DemoAccount,
  demoAccounts,
  demoPassword,
  emailOf,
  idOf,
  lockDemo,
} from "./accounts.ts";
import { people, pictures, stockOf } from "./data.ts";
import {
  ago,
  DAY,
  insertChats,
  insertDeals,
  insertFavorites,
  insertPriceDrops,
  insertReviews,
  type Listing,
  type Listings,
  required,
} from "./load-activity.ts";
import { insertCases, insertCaseWork } from "./load-cases.ts";
import { insertStaff } from "./staff.ts";

/**
 * Fills a database without users and listings with the demo shop, all or nothing, and once even when several servers
 * start. fill-pictures.ts renders the pictures later.
 * @param reference resolves when the postal codes and models are loaded
 * @returns the existing demo accounts, also those of an earlier start
 */
export async function loadDemoStock(reference: Promise<unknown> = Promise.resolve()): Promise<DemoAccount[]> {
  return demoAccounts((await isEmpty(db())) ? await load(reference) : null);
}

/** @returns the password of the new accounts, or null if another server loaded the demo shop first */
async function load(reference: Promise<unknown>): Promise<string | null> {
  const password = demoPassword();
  const prepared = await prepare(password, reference);
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockDemo(trx);
      if (!(await isEmpty(trx))) return null;
      await insertAll(trx, new Date(), prepared);
      return password;
    });
}

async function isEmpty(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from listings) and not exists (select from users) as empty`.execute(queries);
  return rows[0]?.empty ?? false;
}

interface DatedStock {
  readonly stock: BulkRow;
  readonly daysAgo: number;
}

interface Prepared {
  readonly passwordHash: string;
  /** By username. */
  readonly stock: ReadonlyMap<string, readonly DatedStock[]>;
}

/** The slow part, done before the transaction, which has a lock. The rows are read and checked like an upload. */
async function prepare(password: string, reference: Promise<unknown>): Promise<Prepared> {
  const hashing = hashPassword(password);
  const rows = people().flatMap(({ username }) => stockOf(username).map((row) => ({ ...row, username })));
  const byRow = new Map(rows.map((each) => [each.row, each]));
  await reference;
  const { checked, failed } = await placed([...byRow.keys()], new Places());
  for (const { row, faults } of failed) required(byRow, row).refuse(JSON.stringify(faults));
  const stock = Map.groupBy(
    checked.map(({ row, stock }) => ({ stock, ...required(byRow, row) })),
    ({ username }) => username,
  );
  return { passwordHash: await hashing, stock };
}

async function insertAll(trx: Transaction<DB>, now: Date, prepared: Prepared): Promise<void> {
  const ids = await insertPeople(trx, now, prepared.passwordHash);
  const listings = await insertListings(trx, now, ids, prepared);
  await insertPhotos(trx, listings);
  await insertFavorites(trx, ids, listings);
  await refreshTrending(trx, now);
  await insertPriceDrops(trx, listings);
  await insertChats(trx, now, ids, listings);
  await insertDeals(trx, now, ids, listings);
  await insertReviews(trx, now, ids);
  if (!isOnThisMachine(env())) return;
  await insertStaff(trx, now, ids);
  await insertCases(trx, now, ids, listings);
  await insertCaseWork(trx, now, ids, listings);
}

async function insertPeople(trx: Transaction<DB>, now: Date, password: string): Promise<Map<string, string>> {
  const users = await trx
    .insertInto("users")
    .values(
      accounts().map(({ username, memberDays }) => ({
        id: idOf(username),
        name: username,
        email: emailOf(username),
        email_verified: true,
        created_at: ago(now, memberDays * DAY),
      })),
    )
    .returning(["id", "name"])
    .execute();
  const ids = new Map(users.map(({ id, name }) => [name, id]));
  const people = accounts().map((person) => ({ ...person, id: required(ids, person.username) }));
  await trx
    .insertInto("accounts")
    .values(people.map(({ id }) => ({ user_id: id, account_id: id, provider_id: "credential", password })))
    .execute();
  await trx
    .insertInto("profiles")
    .values(
      people.map(({ id, username, fullName, memberDays }) => ({
        id,
        username,
        full_name: fullName,
        email: emailOf(username),
        created_at: ago(now, memberDays * DAY),
      })),
    )
    .execute();
  return ids;
}

async function insertListings(
  trx: Transaction<DB>,
  now: Date,
  ids: ReadonlyMap<string, string>,
  { stock }: Prepared,
): Promise<Listings> {
  const listings = new Map<string, Listing>();
  for (const [username, theirs] of stock) {
    const userId = required(ids, username);
    const rows = theirs.map(({ stock, daysAgo }) => ({ ...stock, listedAt: ago(now, daysAgo * DAY) }));
    const outcomes = await writeStock(trx, userId, rows, { what: "keep" });
    for (const [n, { type, input, listedAt }] of rows.entries()) {
      const outcome = outcomes[n];
      if (outcome?.what !== "created") throw new Error(`${input.name} is in the demo stock twice.`);
      listings.set(input.name, { type, id: outcome.id, user_id: userId, listedAt });
    }
  }
  return listings;
}

/** fill-pictures.ts renders the files later. */
async function insertPhotos(trx: Transaction<DB>, listings: Listings): Promise<void> {
  const positions = new Map<string, number>();
  await trx
    .insertInto("photos")
    .values(
      pictures().map(({ listing, key, width, height, thumbhash }) => {
        const { type, id, user_id, listedAt } = required(listings, listing);
        const position = positions.get(listing) ?? 0;
        positions.set(listing, position + 1);
        const place = { listing_type: type, listing_id: id, position };
        return { user_id, key, width, height, thumbhash, ...place, created_at: listedAt };
      }),
    )
    .execute();
}
