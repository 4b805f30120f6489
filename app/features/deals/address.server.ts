import { sql, type Transaction } from "kysely";
import type { DealRole } from "#app/domain/deal.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, inBatches, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notifyDeal } from "./notify.server.ts";
import { lockedDeal } from "./rows.server.ts";
import { ADDRESS_DAYS } from "./rules.ts";
import type { AddressView } from "./view.ts";

const ADDRESSES_AT_ONCE = 500;

/** SQL: whether a shared address is still visible. For a query that reads `deals` and `deal_addresses`. */
export const isAddressVisible = sql<boolean>`(
  deals.state in ('agreed', 'handed_over', 'sent', 'received') and deals.seller_id is not null
  and deals.buyer_id is not null and now() < coalesce(
    deals.received_at + make_interval(days => ${ADDRESS_DAYS.received}),
    greatest(deal_addresses.shared_at, deals.given_at) + make_interval(days => ${ADDRESS_DAYS.waiting})
  )
)`;

/**
 * Copies the shipping address in the buyer's profile to a deal that both agreed to, for its seller
 * (docs/decisions/0047-deals.md). Sharing again replaces the copy.
 * @throws 404 not a deal of the viewer; 409 the viewer is not its buyer, the deal is not agreed, the seller was
 * deleted, or the viewer has no stored address; 429 rate limit
 */
export async function shareAddress(viewer: Viewer, dealId: string): Promise<{ repeated: boolean }> {
  await limit("deal", viewer.id);
  await limit("share_address", `${viewer.id}:${dealId}`);
  return publishingTransaction(async (trx) => {
    const { role, facts } = await lockedDeal(trx, viewer, dealId);
    if (role !== "buyer" || facts.state !== "agreed" || !facts.sellerHere) throw new Refused("deal_not_now");
    const address = await storedAddress(trx, viewer.id);
    if (address === null) throw new Refused("deal_address_missing");
    const before = await sharedIn(trx, dealId);
    if (before === address) return { repeated: true };
    await trx
      .insertInto("deal_addresses")
      .values({ deal_id: dealId, address })
      .onConflict((row) => row.column("deal_id").doUpdateSet({ address, shared_at: sql<Date>`now()` }))
      .execute();
    const options = { key: await nextKey(trx, dealId) };
    await notifyDeal(trx, viewer, dealId, before === null ? "address_shared" : "address_changed", options);
    return { repeated: false };
  });
}

/**
 * `notifyDeal` notifies only once about an action with the same key. This key contains the time of sharing, so that the
 * seller is notified each time.
 */
async function nextKey(trx: Transaction<DB>, dealId: string): Promise<string> {
  const { at } = await trx
    .selectFrom("deal_addresses")
    .select(sql<string>`extract(epoch from shared_at)::text`.as("at"))
    .where("deal_id", "=", dealId)
    .executeTakeFirstOrThrow();
  return `${dealId}:${at}`;
}

/**
 * Takes the shared address back. This is possible until the item is handed over or sent.
 * @throws 404 not a deal of the viewer; 409 the viewer is not its buyer, or the item was handed over or sent; 429 rate
 * limit
 */
export async function takeAddressBack(viewer: Viewer, dealId: string): Promise<{ repeated: boolean }> {
  await limit("deal", viewer.id);
  return publishingTransaction(async (trx) => {
    const { role, facts } = await lockedDeal(trx, viewer, dealId);
    if (role !== "buyer") throw new Refused("deal_not_now");
    if ((await sharedIn(trx, dealId)) === null) return { repeated: true };
    if (facts.state !== "agreed") throw new Refused("deal_address_sent");
    const options = { key: await nextKey(trx, dealId) };
    await trx.deleteFrom("deal_addresses").where("deal_id", "=", dealId).execute();
    await notifyDeal(trx, viewer, dealId, "address_taken_back", options);
    return { repeated: false };
  });
}

/** A person's name and shipping address, as on a parcel label. Null without a shipping address. */
async function storedAddress(queries: Queries, userId: string): Promise<string | null> {
  const row = await queries
    .selectFrom("profiles")
    .select(["full_name", "shipping_address"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!row?.shipping_address) return null;
  return withName(row.full_name, row.shipping_address);
}

/** Returns the address that is shared and visible in a deal, or null. Only the deal's two people may see it. */
export async function sharedIn(queries: Queries, dealId: string): Promise<string | null> {
  const row = await queries
    .selectFrom("deal_addresses")
    .innerJoin("deals", "deals.id", "deal_addresses.deal_id")
    .select("address")
    .where("deal_id", "=", dealId)
    .where(isAddressVisible)
    .executeTakeFirst();
  return row?.address ?? null;
}

/** The caller has checked that the viewer is a party. */
interface DealOfParty {
  readonly id: string;
  readonly role: DealRole;
  readonly agreed: boolean;
  /** Whether the other party has an account. */
  readonly otherHere: boolean;
}

/** Returns a deal's shared address, and whether the buyer can share one or take it back. Null: neither is the case. */
export async function deliveryAddressOf(viewer: Viewer, deal: DealOfParty): Promise<AddressView | null> {
  const shared = await sharedIn(db(), deal.id);
  const isOpen = deal.agreed && deal.otherHere;
  if (shared === null && !isOpen) return null;
  if (deal.role === "seller") return { shared, canShare: null, canTakeBack: false };
  const stored = isOpen ? await storedAddress(db(), viewer.id) : null;
  return {
    shared,
    canShare: isOpen && (shared === null || (stored !== null && stored !== shared)) ? { stored } : null,
    canTakeBack: isOpen && shared !== null,
  };
}

/** Deletes shared addresses that are not visible any more. Several servers can run it at the same time. */
export function deleteOldAddresses(signal?: AbortSignal): Promise<void> {
  return inBatches(async (trx) => {
    const { numAffectedRows } = await sql`
      delete from deal_addresses where deal_id in (
        select deal_addresses.deal_id from deal_addresses join deals on deals.id = deal_addresses.deal_id
        where not ${isAddressVisible}
        order by deal_addresses.shared_at limit ${ADDRESSES_AT_ONCE} for update of deal_addresses skip locked
      )
    `.execute(trx);
    return numAffectedRows === BigInt(ADDRESSES_AT_ONCE);
  }, signal);
}

const tidy = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, " ")
    .trim();

/** An address with the name of the person above it, unless the address already says this name. */
export function withName(name: string | null, address: string): string {
  const tidyName = tidy(name ?? "");
  if (tidyName === "") return address;
  const lines = address.split("\n").map((line) => ` ${tidy(line)} `);
  // A single name may also be part of a street: it counts only if it begins a line before a comma, or is a line.
  const parts = address.split(/[\n,]/).map(tidy);
  const isNamed = tidyName.includes(" ")
    ? lines.some((line) => line.includes(` ${tidyName} `))
    : parts.includes(tidyName);
  return isNamed ? address : `${name}\n${address}`;
}
