import { sql } from "kysely";
import type { ListingKey } from "#app/features/photos/rules.ts";
import { db } from "#app/platform/db.server.ts";

export interface DuePicture {
  readonly position: number;
  readonly url: string;
  /** How often fetching this picture has failed. */
  readonly tries: number;
}

/** The due pictures of one listing; until the lease ends, no other process fetches them. */
export interface Lease {
  readonly key: ListingKey;
  readonly ownerId: string;
  readonly uploadId: string | null;
  readonly pictures: readonly DuePicture[];
}

/** Afterwards the server is assumed to have crashed, and any server can lease the pictures. */
const LEASE_SECONDS = 180;
/** How many due pictures are looked at to find a listing that no other process has locked. */
const CONSIDERED = 60;

interface LeaseRow extends DuePicture {
  readonly listing_type: string;
  readonly listing_id: string;
  readonly upload_id: string | null;
}

/** The id of the next seller with due pictures, after `last` and not in `busy`; null if there is none. */
export async function nextSeller(last: string | null, busy: readonly string[]): Promise<string | null> {
  const due = db()
    .selectFrom("picture_orders")
    .select("user_id")
    .where("state", "=", "waiting")
    .where("next_at", "<=", sql<Date>`now()`)
    .where("user_id", "<>", sql<string>`all(${busy}::uuid[])`)
    .orderBy("user_id")
    .limit(1);
  const next = last === null ? undefined : await due.where("user_id", ">", last).executeTakeFirst();
  return (next ?? (await due.executeTakeFirst()))?.user_id ?? null;
}

/** Leases the due pictures of the seller's longest waiting listing; null if other processes have taken them all. */
export async function leaseListing(ownerId: string): Promise<Lease | null> {
  const { rows } = await sql<LeaseRow>`
    with due as (
      select listing_type, listing_id, next_at from picture_orders
      where user_id = ${ownerId} and state = 'waiting' and next_at <= now() order by next_at limit ${CONSIDERED}
    ), held as (
      select type, id from listings join due on due.listing_type = type and due.listing_id = id
      order by due.next_at limit 1 for no key update of listings skip locked
    )
    update picture_orders as leased set next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from held
    where leased.listing_type = held.type and leased.listing_id = held.id
      and leased.state = 'waiting' and leased.next_at <= now()
    returning leased.listing_type, leased.listing_id, leased.upload_id, leased.position, leased.url, leased.tries
  `.execute(db());
  const [first] = rows;
  if (!first) return null;
  return {
    key: { type: first.listing_type, id: first.listing_id },
    ownerId,
    uploadId: first.upload_id,
    pictures: rows
      .map(({ position, url, tries }) => ({ position, url, tries }))
      .toSorted((one, other) => one.position - other.position),
  };
}

/** The lease ends `seconds` from now. */
export async function extendLease({ key, pictures }: Lease, seconds = LEASE_SECONDS): Promise<void> {
  await db()
    .updateTable("picture_orders")
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where("listing_type", "=", key.type)
    .where("listing_id", "=", key.id)
    .where("state", "=", "waiting")
    .where(
      "position",
      "in",
      pictures.map(({ position }) => position),
    )
    .execute();
}
