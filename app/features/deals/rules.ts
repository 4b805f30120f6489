import { type DealRole, type DealState, endsFrom } from "#app/domain/deal.ts";
import type { DealFacts } from "#app/domain/deal-process.ts";

/** In characters, of a carrier's name and of a tracking number. */
export const PARCEL_MAX = 60;
/** In characters. */
export const REASON_MAX = 500;
/** The number of listings in one deal; a database check has the same limit. */
export const ITEMS_MAX = 30;

export const ADDRESS_DAYS = {
  /** How many days the shared address is visible after the buyer has confirmed the item's arrival. */
  received: 30,
  /** How many days it is visible after it was shared or the item was sent, if nobody confirms the arrival. */
  waiting: 90,
} as const;

/** For how many minutes a seller can take back what they just marked without telling the buyer why. */
export const UNDO_SALE_MINUTES = 15;

/** For how many hours the seller can confirm or decline a "Buy Now" request. */
export const REQUEST_HOURS = 24;
/** The maximum of open "Buy Now" requests of one buyer. */
export const REQUESTS_AT_ONCE = 3;

export interface DealColumns {
  readonly state: string;
  readonly seller_confirmed_at: Date | null;
  readonly buyer_confirmed_at: Date | null;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  readonly lapses_at: Date | null;
  readonly created_at: Date;
  readonly cancelled_by: string | null;
  readonly ended_because: string | null;
  readonly reason: string | null;
  readonly elsewhere: boolean;
  /** Whether the seller is suspended (`SUSPENDED` in rows.server.ts). */
  readonly seller_suspended: boolean;
  readonly buyer_suspended: boolean;
}

function abandonedOf({ state, elsewhere, seller_id, buyer_id }: DealColumns): DealRole | null {
  if ((state !== "open" && state !== "agreed") || elsewhere) return null;
  if (buyer_id === null) return "seller";
  return seller_id === null ? "buyer" : null;
}

/** Whether the deal is a "Buy Now" request that the seller never confirmed. */
function isRequest({ lapses_at, seller_confirmed_at }: DealColumns): boolean {
  return lapses_at !== null && seller_confirmed_at === null;
}

/** When the second of the two parties confirmed the deal. Null until then. */
function agreedAt({ seller_confirmed_at: seller, buyer_confirmed_at: buyer }: DealColumns): Date | null {
  return seller && buyer && (seller > buyer ? seller : buyer);
}

function isJust(moment: Date, now: Date): boolean {
  return now.getTime() - moment.getTime() < UNDO_SALE_MINUTES * 60_000;
}

/** What the process of deals (`deal-process.ts`) needs to know of a row. */
export function dealFacts(row: DealColumns, now: Date): DealFacts {
  const agreed = row.state === "agreed" ? agreedAt(row) : null;
  const from = agreed && endsFrom(agreed);
  return {
    // The database checks that the column has only these states.
    state: row.state as DealState,
    sellerConfirmed: row.seller_confirmed_at !== null,
    buyerConfirmed: row.buyer_confirmed_at !== null,
    buyerHere: row.buyer_id !== null,
    sellerHere: row.seller_id !== null,
    buyerSuspended: row.buyer_suspended,
    sellerSuspended: row.seller_suspended,
    requested: row.lapses_at !== null,
    lapsed: row.state === "open" && row.lapses_at !== null && row.lapses_at <= now,
    justMade: isJust(row.created_at, now),
    justSold: row.seller_confirmed_at !== null && isJust(row.seller_confirmed_at, now),
    endsFrom: from,
    overdue: from !== null && now >= from,
    // The database checks that a deal with a reason for ending was cancelled by one of its parties.
    endedBy: row.ended_because === null ? null : (row.cancelled_by as DealRole),
    // Without a reason, the seller deleted their account (`anonymizeDeals`).
    abandoned: abandonedOf(row),
    declined: isRequest(row) && row.cancelled_by === "seller" && row.reason !== null,
  };
}

export interface PiecesTaken {
  readonly reserved: number;
  readonly sold: number;
}

export type PiecesFacts = Pick<DealFacts, "state" | "sellerConfirmed">;

/** Pieces are reserved until the seller confirms the sale, then sold. Null: no deal yet, or a cancelled one. */
export function piecesOf(facts: PiecesFacts | null, pieces: number): PiecesTaken {
  if (facts === null || facts.state === "cancelled") return { reserved: 0, sold: 0 };
  return facts.sellerConfirmed ? { reserved: 0, sold: pieces } : { reserved: pieces, sold: 0 };
}
