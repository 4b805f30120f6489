import { sql } from "kysely";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { Picked } from "#app/features/listings/picked.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type CartItem, type CartStore, MAX_IN_CART, MAX_MERGED } from "./cart-store.ts";
import { sellerAndStatus } from "./queries.server.ts";

/**
 * Adds a listing to the cart or removes it; doing it twice changes nothing.
 * @throws Refused "favorites_gone", "favorites_own", "cart_not_available", "cart_full"
 */
export async function setInCart(
  store: CartStore,
  viewer: Viewer | null,
  key: ListingKey,
  wanted: boolean,
): Promise<void> {
  if (!wanted) {
    await store.remove([key]);
    return;
  }
  const listing = await sellerAndStatus(key);
  if (!listing) throw new Refused("favorites_gone");
  if (!can(viewer, "cart", { kind: "listing", ...listing })) throw new Refused("favorites_own");
  if (listing.status !== "available") throw new Refused("cart_not_available");
  await store.add(key);
}

/**
 * Adds items to a user's cart with their times (`at`): items of a visitor's cart, or items that were just removed. It
 * skips the user's own listings, and listings that never existed or were deleted more than a year ago. Items that are
 * in the cart already do not change.
 */
export async function mergeIntoCart(userId: string, picked: readonly Picked[]): Promise<void> {
  const types = picked.map(({ type }) => type);
  const ids = picked.map(({ id }) => id);
  const moments = picked.map(({ at }) => at);
  await sql`
    insert into cart_items (user_id, listing_type, listing_id, listing_name, added_at)
    select ${userId}, brought.type, brought.id, listings.name, least(coalesce(brought.at, now()), now())
    from unnest(${types}::text[], ${ids}::uuid[], ${moments}::timestamptz[])
      with ordinality as brought (type, id, at, place)
    left join listings on listings.type = brought.type and listings.id = brought.id
    left join gone_listings gone on gone.type = brought.type and gone.id = brought.id
    where listings.user_id <> ${userId} or (listings.id is null and gone.id is not null)
    order by brought.place
    limit greatest(0, ${MAX_MERGED} - (select count(*) from cart_items where user_id = ${userId}))
    on conflict do nothing
  `.execute(db());
}

/** The cart of an account, in the database. */
export function accountCart({ id: userId }: Viewer, cookies: readonly string[]): CartStore {
  return {
    items() {
      return db()
        .selectFrom("cart_items")
        .select(["listing_type as type", "listing_id as id", "listing_name as name"])
        .where("user_id", "=", userId)
        .orderBy("added_at", "desc")
        .orderBy("listing_id")
        .execute();
    },
    async add({ type, id }) {
      const most = MAX_IN_CART.account;
      const { rows } = await sql<{ known: boolean; count: number }>`
        with before as (
          select count(*)::integer as count,
            coalesce(bool_or(listing_type = ${type} and listing_id = ${id}), false) as known
          from cart_items where user_id = ${userId}
        ), added as (
          insert into cart_items (user_id, listing_type, listing_id, listing_name)
          select ${userId}, listings.type, listings.id, listings.name from listings, before
          where listings.type = ${type} and listings.id = ${id} and before.count < ${most}
          on conflict do nothing
        )
        select known, count from before
      `.execute(db());
      const [before] = rows;
      if (before && !before.known && before.count >= most) throw new Refused("cart_full", { count: most });
    },
    async remove(picked) {
      const types = picked.map(({ type }) => type);
      const ids = picked.map(({ id }) => id);
      const { rows } = await sql<Picked>`
        delete from cart_items
        where user_id = ${userId}
          and (listing_type, listing_id) in (select * from unnest(${types}::text[], ${ids}::uuid[]))
        returning listing_type as type, listing_id as id, added_at as at
      `.execute(db());
      return rows;
    },
    restore: (picked) => mergeIntoCart(userId, picked),
    cookies: () => cookies,
  };
}

/**
 * The cart of a visitor, in a cookie. It starts with the items in the request's cookie (`brought`). After a change,
 * `cookies` returns the new cookie.
 */
export function visitorCart(
  brought: readonly ListingKey[],
  cookieOf: (keys: readonly ListingKey[]) => string,
): CartStore {
  let keys = brought;
  let changed = false;
  const become = (now: readonly ListingKey[]) => {
    keys = now;
    changed = true;
  };
  const isOf = (one: ListingKey) => (other: ListingKey) => one.type === other.type && one.id === other.id;
  return {
    items: async () => keys.map(({ type, id }): CartItem => ({ type, id, name: null })),
    async add({ type, id }) {
      const key = { type, id: id.toLowerCase() };
      if (keys.some(isOf(key))) return;
      if (keys.length >= MAX_IN_CART.visitor) throw new Refused("cart_full", { count: MAX_IN_CART.visitor });
      become([key, ...keys]);
    },
    async remove(picked) {
      // The cookie stores no times, so `at` has the position instead.
      const gone = keys
        .map(({ type, id }, place): Picked => ({ type, id, at: new Date(place) }))
        .filter((one) => picked.some(isOf(one)));
      if (gone.length > 0) become(keys.filter((one) => !picked.some(isOf(one))));
      return gone;
    },
    async restore(picked) {
      const back = [...keys];
      for (const { type, id, at } of picked.toSorted((one, other) => Number(one.at) - Number(other.at))) {
        if (back.length < MAX_IN_CART.visitor && !back.some(isOf({ type, id })))
          back.splice(Number(at), 0, { type, id });
      }
      become(back);
    },
    cookies: () => (changed ? [cookieOf(keys)] : []),
  };
}
