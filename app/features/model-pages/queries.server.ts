import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Model } from "#app/domain/models/model.ts";
import { isOnOffer, onOffer } from "#app/features/listings/on-offer.server.ts";
import { type CardRow, newestOfModel } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";

/** The most cards on the page of a model. */
const MAX_CARDS = 12;
/** Counting the listings of a model stops at this number. */
export const MAX_COUNTED = 100;

/** The listings of a model that are on offer, and whether any was sold. */
export interface Offers {
  /** The newest listings on offer. */
  readonly rows: readonly CardRow[];
  /** How many are on offer, at most `MAX_COUNTED`. */
  readonly count: number;
  /** The lowest price in cents; null when none is on offer. */
  readonly lowest: number | null;
  /** The highest price in cents; null when none is on offer. */
  readonly highest: number | null;
  /** Whether no listing of the model is on offer, and one was sold. */
  readonly wasSold: boolean;
}

/** Reads the listings of a model that are on offer, and their number and prices. */
export async function offersOf(definition: CategoryDefinition, modelId: string): Promise<Offers> {
  const ofModel = sql`type = ${definition.type} and model_id = ${modelId}`;
  const counting = sql<Omit<Offers, "rows">>`
    select count(*) as count, min(price_cents) as lowest, max(price_cents) as highest,
      case when count(*) = 0
        then exists (select from ${sql.table(definition.plural)} where ${ofModel} and status = 'sold') else false end as "wasSold"
    from (select price_cents from ${onOffer(definition)} listings where ${ofModel} limit ${MAX_COUNTED}) counted
  `.execute(db());
  const [rows, counted] = await Promise.all([newestOfModel(definition, modelId, MAX_CARDS), counting]);
  const { count, lowest, highest, wasSold } = counted.rows[0] ?? {
    count: 0,
    lowest: null,
    highest: null,
    wasSold: false,
  };
  return { rows, count, lowest, highest, wasSold };
}

/** Reads which public data sets a model's figures are from, and whether several of them agree. */
export async function sourceOf({ id }: Model) {
  return db()
    .selectFrom("models")
    .select(["source", "confidence"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function idsOfModels(definition: CategoryDefinition, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select id from models where type = ${definition.type} and exists (
      select from ${sql.table(definition.plural)} listings
      where listings.type = ${definition.type} and model_id = models.id and ${condition}
    )
  `.execute(db());
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the models of which a listing is on offer. @param among limits the result to these models */
export function modelsOnOffer(
  definition: CategoryDefinition,
  among?: readonly Model[],
): Promise<ReadonlySet<string>> {
  const ids = among?.map(({ id }) => id);
  return idsOfModels(definition, ids ? sql`${isOnOffer} and models.id = any(${ids})` : isOnOffer);
}

/** The ids of the models whose pages search engines may index: those of which a listing is on offer or was sold. */
export function modelsToIndex(definition: CategoryDefinition): Promise<ReadonlySet<string>> {
  return idsOfModels(definition, sql`status in ('available', 'sold')`);
}
