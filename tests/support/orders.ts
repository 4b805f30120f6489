import type { Insertable } from "kysely";
import type { DealState, GivenAs } from "#app/domain/deal.ts";
import { insertDeal } from "#app/features/deals/rows.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { type Person, person } from "./people.ts";

/** Fields that are left out get a value that fits the state. */
export type OrderFields = {
  seller: Person | null;
  /** Null for a deleted account, or, with `elsewhere`, for a buyer who never wrote in this shop. */
  buyer: Person | null;
  listing?: { type: string; id: string } | null;
  name?: string;
  state?: DealState;
  elsewhere?: boolean;
  /** Whether the seller confirmed the deal. */
  sold?: boolean;
  /** Whether the buyer confirmed the deal. */
  confirmed?: boolean;
  roomId?: string | null;
  pieces?: number;
  cents?: number;
  carrier?: string;
  tracking?: string;
  givenAs?: GivenAs;
  reason?: string;
  cancelledBy?: "seller" | "buyer" | "both";
  at?: Date;
};

export async function orderOf(fields: OrderFields): Promise<string> {
  const { seller, buyer, listing = null, state = "open", at = new Date() } = fields;
  const both = state !== "open" && state !== "cancelled";
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  const isGiven = state === "handed_over" || state === "sent" || state === "received";
  return storeDeal({
    seller_id: seller?.viewer.id ?? null,
    buyer_id: buyer?.viewer.id ?? null,
    elsewhere: fields.elsewhere ?? false,
    room_id: fields.roomId ?? null,
    listing_type: listing?.type,
    listing_id: listing?.id,
    listing_name: fields.name,
    pieces: fields.pieces,
    price_cents: fields.cents ?? 12_000,
    state,
    seller_confirmed_at: (fields.sold ?? both) ? later(1) : null,
    buyer_confirmed_at: (fields.confirmed ?? both) ? later(2) : null,
    given_at: isGiven ? later(24) : null,
    given_as: isGiven ? (fields.givenAs ?? "handed_over") : null,
    carrier: fields.carrier ?? null,
    tracking_number: fields.tracking ?? null,
    received_at: state === "received" ? later(72) : null,
    cancelled_at: state === "cancelled" ? later(3) : null,
    cancelled_by: state === "cancelled" ? (fields.cancelledBy ?? "seller") : null,
    reason: fields.reason ?? null,
    created_at: at,
  });
}

/** A sale whose listing is deleted, to any buyer. By default both parties have just confirmed it. */
export async function saleOf(seller: Person, sale: Partial<DealRow> = {}): Promise<string> {
  return storeDeal({
    buyer_id: sale.elsewhere || sale.buyer_id === null ? null : await anybodyBut(seller),
    price_cents: 10_000,
    state: "agreed",
    seller_confirmed_at: new Date(),
    buyer_confirmed_at: new Date(),
    // A database check requires that a cancelled deal says who cancelled it.
    cancelled_by: sale.cancelled_at ? "seller" : null,
    ...sale,
    seller_id: seller.viewer.id,
  });
}

async function anybodyBut({ viewer }: Person): Promise<string> {
  const found = await db()
    .selectFrom("profiles")
    .select("id")
    .where("id", "<>", viewer.id)
    .orderBy("id")
    .executeTakeFirst();
  return found?.id ?? (await person("buyer")).viewer.id;
}

/** The item was sold outside Second Serve. */
export const ELSEWHERE = { elsewhere: true, state: "open", buyer_confirmed_at: null } as const;

type DealRow = Omit<Insertable<DB["deals"]>, "state"> & { state?: DealState } & Partial<
    Omit<Insertable<DB["deal_items"]>, "deal_id" | "place">
  >;

/** Stores a deal about one item, by default a racket whose listing is deleted. */
export async function storeDeal(row: DealRow): Promise<string> {
  const {
    listing_type: type = "racket",
    listing_id: id = null,
    listing_name: name = "Blade 98",
    ...rest
  } = row;
  const { pieces = 1, model_id, condition, state = "open", ...columns } = rest;
  return inTransaction((trx) =>
    insertDeal(trx, [{ type, id, name, pieces, model_id, condition }], columns, {
      state,
      sellerConfirmed: (columns.seller_confirmed_at ?? null) !== null,
    }),
  );
}
