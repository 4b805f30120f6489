import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { publishingTransaction } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notifyDeal } from "./notify.server.ts";
import { movePieces } from "./pieces.server.ts";
import { lockedDeal } from "./rows.server.ts";

/**
 * The seller takes back that they marked a reservation as sold: it is reserved again. Doing it twice changes nothing.
 * @throws Refused "deal_gone", "too_often"; "deal_not_now" when the buyer has confirmed, or after UNDO_MINUTES
 */
export async function undoSold(viewer: Viewer, dealId: string): Promise<{ repeated: boolean }> {
  await limit("deal", viewer.id);
  const types = await publishingTransaction(async (trx) => {
    const { deal, role, items, facts } = await lockedDeal(trx, viewer, dealId);
    if (role !== "seller" || facts.state !== "open" || facts.requested) throw new Refused("deal_not_now");
    if (!facts.sellerConfirmed) return null;
    if (!deal.just_sold) throw new Refused("deal_not_now");
    await trx
      .updateTable("deals")
      .set({ seller_confirmed_at: null, updated_at: sql`now()` })
      .where("id", "=", dealId)
      .execute();
    // In two moves, because a listing goes from sold to available, and from available to reserved.
    await movePieces(trx, items, facts, null);
    await movePieces(trx, items, null, { state: "open", sellerConfirmed: false });
    // Not the key of the reservation, which was notified before.
    await notifyDeal(trx, viewer, dealId, "proposed", { key: `${dealId}:undo` });
    return items.map(({ listing_type }) => listing_type);
  });
  if (types) invalidateListingPages(types);
  return { repeated: types === null };
}
