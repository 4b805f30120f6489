import { randomUUID } from "node:crypto";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { type DealInput, markItemSchema } from "#app/features/deals/schema.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { storeDeal } from "./orders.ts";
import { type Person, racketOf } from "./people.ts";
import { findRow, updateRows } from "./rows.ts";

/** Returns the id of the room in which the buyer has written to the seller. */
export async function roomAbout(buyer: Person, listing: { type: string; id: string }): Promise<string> {
  const roomId = await openRoom(buyer.viewer, listing);
  await sendMessage(buyer.viewer, roomId, { clientId: randomUUID(), message: "Is it still there?" });
  return roomId;
}

export async function agreedDeal(seller: Person, buyer: Person) {
  const listing = await racketOf(seller);
  const roomId = await roomAbout(buyer, listing);
  const { dealId } = await startDeal(seller.viewer, dealForm(listing, roomId));
  await takeStep(buyer.viewer, dealId, { intent: "confirm" });
  return { listing, roomId, dealId };
}

/** Stores a finished deal, without its listing and conversation. */
export async function receivedDeal(seller: Person, buyer: Person): Promise<string> {
  const at = new Date(Date.now() - 20 * 86_400_000);
  return storeDeal({
    seller_id: seller.viewer.id,
    buyer_id: buyer.viewer.id,
    price_cents: 9_000,
    state: "received",
    seller_confirmed_at: at,
    buyer_confirmed_at: at,
    given_at: at,
    received_at: at,
  });
}

/** The validated form in which a seller marks a listing as reserved or sold: by default as sold, for 120 euros. */
export function dealForm(
  { type, id }: { type: string; id: string },
  roomId: string | null,
  change: Readonly<Record<string, string | readonly string[]>> = {},
): DealInput {
  return markItemSchema.parse({
    listing: `${type}:${id}`,
    with: roomId ?? "elsewhere",
    as: "sold",
    price: "120",
    ...change,
  });
}

export function dealFormOf(
  items: readonly (readonly [{ type: string; id: string }, pieces: number])[],
  roomId: string | null,
  change: Readonly<Record<string, string>> = {},
): DealInput {
  const [first] = items;
  if (!first) throw new Error("Name at least one listing.");
  const keys = items.map(([{ type, id }]) => `${type}:${id}`);
  const pieces = items.map(([, count]) => String(count));
  return dealForm(first[0], roomId, { listing: keys, row: keys, pieces, ...change });
}

export function dealFormOfEach(
  listings: readonly { type: string; id: string }[],
  roomId: string | null,
  change: Readonly<Record<string, string>> = {},
): DealInput {
  return dealFormOf(
    listings.map((listing) => [listing, 1]),
    roomId,
    change,
  );
}

export async function countsOf({ id }: { id: string }) {
  return findRow("listings", { id }, ["quantity", "reserved", "status"]);
}

export async function setQuantity(key: { id: string }, quantity: number): Promise<void> {
  await updateRows("listings", { id: key.id }, { quantity });
}

export const NOBODY_SUSPENDED = { seller_suspended: false, buyer_suspended: false };

function dealRows() {
  return db()
    .selectFrom("deals")
    .innerJoin("deal_items as item", (join) => join.onRef("deal_id", "=", "deals.id").on("place", "=", 0))
    .selectAll("item")
    .selectAll("deals");
}

export function dealRow(id: string) {
  return dealRows().where("deals.id", "=", id).executeTakeFirst();
}

export function dealsAbout(listing: { id: string }) {
  return dealRows().where("item.listing_id", "=", listing.id).execute();
}
