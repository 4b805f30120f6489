import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Model } from "#app/domain/models/model.ts";
import { isOnOffer, onOffer } from "#app/features/listings/on-offer.server.ts";
import { type CardRow, newestOfModel } from "#app/features/listings/queries.server.ts";
import { db } from "#app/platform/db.server.ts";

const MAX_CARDS = 12;

export interface Offers {
  readonly rows: readonly CardRow[];
  readonly count: number;
  /** In cents; null when no listing is on offer. */
  readonly lowest: number | null;
  /** In cents; null when no listing is on offer. */
  readonly highest: number | null;
  /** Whether no listing of the model is on offer, and one was sold. */
  readonly wasSold: boolean;
}

/** The listings of a model that are on offer: the newest ones, their number and their prices. */
export async function offersOfModel(definition: CategoryDefinition, modelId: string): Promise<Offers> {
  const ofModel = sql`type = ${definition.type} and model_id = ${modelId}`;
  const counting = sql<Omit<Offers, "rows">>`
    select count(*) as count, min(price_cents) as lowest, max(price_cents) as highest,
      case when count(*) = 0
        then exists (select from ${sql.table(definition.plural)} where ${ofModel} and status = 'sold') else false end as "wasSold"
    from ${onOffer(definition)} listings where ${ofModel}
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

/** The public data sets of a model's figures, and whether several of them agree (`confidence`). */
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
