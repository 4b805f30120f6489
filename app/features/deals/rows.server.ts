import { type InsertObject, sql, type Transaction } from "kysely";
import { DEAL, type DealActor, type DealForm, type EveryStep } from "#app/domain/deal-process.ts";
import { can, roleIn } from "#app/domain/policies.ts";
import { stateAfter } from "#app/domain/process.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DB } from "#app/platform/db-types.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { itemsOf, lockItems, movePieces } from "./pieces.server.ts";
import { dealFacts, type PiecesFacts } from "./rules.ts";

const FACT_COLUMNS = [
  "state",
  "seller_id",
  "buyer_id",
  "seller_confirmed_at",
  "buyer_confirmed_at",
  "lapses_at",
  "cancelled_by",
  "ended_because",
  "reason",
  "elsewhere",
  "created_at",
] as const;

/** Columns for a query of `deals`: whether the seller and the buyer are suspended. */
export const SUSPENDED = {
  seller: sql<boolean>`exists (select from profiles where id = deals.seller_id and suspended_until > now())`,
  buyer: sql<boolean>`exists (select from profiles where id = deals.buyer_id and suspended_until > now())`,
};

function dealRow(trx: Transaction<DB>, dealId: string, locked?: "locked") {
  return trx
    .selectFrom("deals")
    .select([...FACT_COLUMNS, "price_cents"])
    .select([SUSPENDED.seller.as("seller_suspended"), SUSPENDED.buyer.as("buyer_suspended")])
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("id", "=", dealId)
    .$if(locked !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Locks a deal's listings and then the deal, as all commands do, so that they do not deadlock.
 * @throws 404 not a deal of the viewer
 */
export async function lockedDeal(trx: Transaction<DB>, viewer: Viewer, dealId: string) {
  const row = await dealRow(trx, dealId);
  if (!row || !can(viewer, "move", { kind: "deal", ...partiesOf(row) })) throw new Refused("deal_gone");
  const locked = await lockDeal(trx, dealId);
  const role = locked && roleIn(viewer, partiesOf(locked.deal));
  if (!role) throw new Refused("deal_gone");
  return { ...locked, role };
}

/** Locks a deal's listings and then the deal. Null: it does not exist. */
export async function lockDeal(trx: Transaction<DB>, id: string) {
  const items = await itemsOf(trx, id);
  await lockItems(trx, items);
  const deal = await dealRow(trx, id, "locked");
  return deal ? { id, deal, items, facts: dealFacts(deal, deal.now) } : null;
}

type LockedDeal = NonNullable<Awaited<ReturnType<typeof lockDeal>>>;

/**
 * Writes a step of a locked deal, as its process says, and reserves, sells or frees the pieces. The caller has checked
 * that the step is possible, and notifies people last.
 * @param role who takes it
 * @returns the state of the deal after the step
 */
export async function writeStep(
  trx: Transaction<DB>,
  { id, items, facts }: LockedDeal,
  step: EveryStep,
  role: DealActor,
  form: DealForm = {},
) {
  const now = sql<Date>`now()`;
  const state = stateAfter(DEAL, step, facts);
  const row = await trx
    .updateTable("deals")
    .set({ ...DEAL.steps[step].sets?.({ ...form, role, now }), state, updated_at: now })
    .where("id", "=", id)
    .returning("seller_confirmed_at")
    .executeTakeFirstOrThrow();
  await movePieces(trx, items, facts, { state, sellerConfirmed: row.seller_confirmed_at !== null });
  return state;
}

/** A sale that is recorded afterwards may have no listing, and says its model and condition itself. */
export interface NewItem extends Pick<InsertObject<DB, "deal_items">, "model_id" | "condition"> {
  readonly type: string;
  readonly id: string | null;
  readonly name: string;
  readonly pieces: number;
}

/**
 * Writes a deal about these items, and reserves their pieces or counts them as sold. The caller has locked the
 * listings, has checked that enough pieces are left, and calls `notifyDeal` last.
 * @returns the deal's id
 */
export async function insertDeal(
  trx: Transaction<DB>,
  items: readonly NewItem[],
  columns: Omit<InsertObject<DB, "deals">, "state">,
  facts: PiecesFacts,
): Promise<string> {
  if (items.length === 0) throw new Error("A deal is about at least one item.");
  const { id: deal_id } = await trx
    .insertInto("deals")
    .values({ ...columns, state: facts.state })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = items.map(({ type, id, name, ...item }, place) => ({
    ...item,
    deal_id,
    place,
    listing_type: type,
    listing_id: id,
    listing_name: name,
  }));
  await trx.insertInto("deal_items").values(rows).execute();
  await movePieces(trx, rows, null, facts);
  return deal_id;
}

interface Agreed {
  readonly roomId: string;
  readonly item: NewItem;
  readonly sellerId: string;
  readonly buyerId: string;
  readonly priceCents: number;
}

/**
 * Writes a deal that both parties have confirmed, as when an offer is accepted. The caller has locked the listing, has
 * checked that enough pieces are left, and calls `notifyDeal` as the last write of its transaction.
 * @returns the deal's id
 */
export function agreeIn(trx: Transaction<DB>, agreed: Agreed): Promise<string> {
  const now = sql<Date>`now()`;
  return insertDeal(
    trx,
    [agreed.item],
    {
      room_id: agreed.roomId,
      seller_id: agreed.sellerId,
      buyer_id: agreed.buyerId,
      price_cents: agreed.priceCents,
      seller_confirmed_at: now,
      buyer_confirmed_at: now,
    },
    { state: "agreed", sellerConfirmed: true },
  );
}

function partiesOf(deal: { seller_id: string | null; buyer_id: string | null }) {
  return { sellerId: deal.seller_id, buyerId: deal.buyer_id };
}
