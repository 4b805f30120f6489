import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { sendDealNotices } from "./notify.server.ts";
import { itemsOf, movePieces } from "./pieces.server.ts";

interface CancelledRow {
  readonly id: string;
  readonly sellerConfirmed: boolean;
  /** Whether the deal has another party. Without one, it is deleted. */
  readonly hasOther: boolean;
}

/**
 * Anonymizes a user's deals (docs/decisions/0024-data-export-and-account-deletion.md, 0047-deals.md). Call it before
 * the user is deleted, and before their rooms are locked. Items that were only reserved for the user are available
 * again. The other party keeps the deals, without the user's name.
 * @returns a function that notifies the other parties. `anonymizeRooms` makes their open pages fetch the deals again
 */
export async function anonymizeDeals(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  // To avoid deadlocks, all commands lock in the same order: listings, rooms, offers, deals. The user's own listings
  // are locked too, because a later step of the account deletion deletes them.
  await sql`
    select from listings where (type, id) in (
      select type, id from listings where user_id = ${userId}
      union
      select items.listing_type, items.listing_id from deal_items items join deals on deals.id = items.deal_id
      where state not in ('received', 'cancelled') and (seller_id = ${userId} or buyer_id = ${userId})
    ) order by type, id for update
  `.execute(trx);
  const { rows: cancelled } = await sql<CancelledRow>`
    update deals set state = 'cancelled', cancelled_at = now(),
      cancelled_by = case when seller_id = ${userId} then 'seller' else 'buyer' end, updated_at = now()
    where state = 'open' and (
      seller_id = ${userId} or (buyer_id = ${userId} and seller_confirmed_at is null)
    )
    returning id, seller_confirmed_at is not null as "sellerConfirmed",
      seller_id is not null and buyer_id is not null as "hasOther"
  `.execute(trx);
  for (const { id, sellerConfirmed } of cancelled)
    await movePieces(trx, await itemsOf(trx, id), { state: "open", sellerConfirmed }, null);
  await sql`
    update deal_proposals set state = 'ended', closed_at = now() from deals
    where deals.id = deal_id and deal_proposals.state = 'open' and ${userId}::uuid in (seller_id, buyer_id)
  `.execute(trx);
  await sql`
    delete from deal_addresses using deals where deals.id = deal_id and ${userId}::uuid in (seller_id, buyer_id)
  `.execute(trx);
  await sql`
    delete from deals
    where (seller_id = ${userId} and buyer_id is null) or (buyer_id = ${userId} and seller_id is null)
  `.execute(trx);
  const { rows: remaining } = await sql<{ id: string }>`
    select id from deals where state not in ('received', 'cancelled') and ${userId}::uuid in (seller_id, buyer_id)
  `.execute(trx);
  return async () => {
    for (const { id } of remaining) await sendDealNotices(trx, null, id, "account_deleted");
    for (const { id } of cancelled.filter(({ hasOther }) => hasOther))
      await sendDealNotices(trx, null, id, "ended_account_deleted");
  };
}
