import { href } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { nextText, orderStateText } from "#app/features/deals/ui/order-texts.ts";
import { openOrders } from "#app/features/orders/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { termsOfDeal } from "./terms.server.ts";
import type { OpenDealing } from "./view.ts";

const MAX_OFFERS = 100;

/** The viewer's orders and offers that are not over. The page that deletes an account asks to finish them first. */
export async function openDealings(viewer: Viewer): Promise<OpenDealing[]> {
  const [orders, offers] = await Promise.all([openOrders(viewer), openOffers(viewer)]);
  const ofOrders = orders.map((order) => ({
    to: `${href("/orders/:dealId", { dealId: order.id })}#steps`,
    name: order.listing.name,
    text: [orderStateText(order), nextText(order)].filter((text) => text !== null).join(". "),
  }));
  return [...ofOrders, ...offers];
}

async function openOffers(viewer: Viewer): Promise<OpenDealing[]> {
  const rooms = await db()
    .selectFrom("chat_rooms as room")
    .innerJoin("offers", "offers.room_id", "room.id")
    .select(["room.id", "room.listing_name"])
    .where("offers.state", "=", "open")
    .where(({ or, eb }) => or([eb("room.seller_id", "=", viewer.id), eb("room.buyer_id", "=", viewer.id)]))
    .orderBy("offers.created_at", "desc")
    .limit(MAX_OFFERS)
    .execute();
  const terms = await termsOfDeal(
    viewer.id,
    rooms.map(({ id }) => id),
  );
  return rooms.map(({ id, listing_name: name }) => ({
    to: href("/messages/:roomId", { roomId: id }),
    name,
    text: terms.get(id)?.text ?? "",
  }));
}
