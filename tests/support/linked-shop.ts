import { sql } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { noticeFor } from "./notices.ts";
import { orderOf } from "./orders.ts";
import { type Person, person, racketOf } from "./people.ts";
import { insertRows } from "./rows.ts";
import { listingOf } from "./samples.ts";

/** Creates a player and the owner of a shop, with one of everything that their pages can link to. */
export async function linkedPeople(): Promise<{ player: Person; shopOwner: Person }> {
  const [player, shopOwner] = [await person("player"), await person("shop-owner")];
  for (const { type } of CATEGORIES) {
    // These options show "Buy Now" and the form for an offer. One category with them is enough.
    const options = { transaction_options: ["direct_checkout", "chat", "bid"] };
    await listingOf(shopOwner, type, type === "racket" ? { attributes: options } : {});
    await listingOf(player, type);
  }
  for (const { type, plural, models } of CATEGORIES) {
    if (!models) continue;
    // The pages of these listings then link to the page of a model.
    await sql`update ${sql.table(plural)} set model_id = (
      select id from models where models.type = ${type} order by slug limit 1
    ) where type = ${type}`.execute(db());
  }
  const wanted = await racketOf(shopOwner, { name: "Wanted" });
  const room = await openRoom(player.viewer, wanted);
  await sendMessage(player.viewer, room, { clientId: crypto.randomUUID(), message: "Still there?" });
  await insertRows("saved_searches", {
    user_id: player.viewer.id,
    address: "/rackets?brand=Wilson",
    name: "Wilson",
    tell: true,
    words: "",
  });
  await orderOf({ seller: shopOwner, buyer: player, state: "received", listing: wanted, roomId: room });
  await insertRows("user_reviews", {
    reviewer_id: player.viewer.id,
    reviewed_user_id: shopOwner.viewer.id,
    rating: 4,
  });
  const feed = { url: "https://stock.example/stock.csv", every_hours: 24, state: "paused" };
  await insertRows("feeds", { user_id: shopOwner.viewer.id, ...feed });
  const webhook = { url: "https://192.0.2.1/events", types: ["listing.sold"], secret: "sealed" };
  await insertRows("webhook_endpoints", { user_id: shopOwner.viewer.id, ...webhook });
  await insertRows("stock_answers", {
    user_id: shopOwner.viewer.id,
    shape: "shopify:1",
    file_name: "stock.csv",
    answers: JSON.stringify({
      currencies: { USD: 1.25 },
      condition: "Good",
      type: "racket",
      withUnavailable: true,
    }),
  });
  await insertRows("api_keys", [
    { user_id: player.viewer.id, name: "Diary", hash: "diary", hint: "ssk_…1234", scopes: ["deals:read"] },
    {
      user_id: player.viewer.id,
      name: "Stock",
      hash: "stock",
      hint: "ssk_…5678",
      scopes: ["listings:write", "messages:write"],
      origins: ["https://shop.example"],
      expires_at: new Date(Date.now() - 1_000),
      used_at: new Date(),
      used_from: "203.0.113.7",
    },
  ]);
  await noticeFor(player, "Cheaper now", { path: `/rackets/${wanted.id}` });
  await insertRows("cart_items", {
    user_id: player.viewer.id,
    listing_type: "racket",
    listing_id: wanted.id,
  });
  await insertRows("favorites", { user_id: player.viewer.id, listing_type: "racket", listing_id: wanted.id });
  return { player, shopOwner };
}
