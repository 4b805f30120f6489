import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { brandLabel } from "#app/domain/categories/derive/brand.ts";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { formatNumber, formatPriceRange, formatWholePrice } from "#app/domain/format.ts";
import { generationsOf } from "#app/domain/models/compare.ts";
import type { Model } from "#app/domain/models/model.ts";
import { askedGuide, type Priced, type PriceGuide, soldGuide } from "#app/domain/models/price-guide.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { fieldLabel, valueText } from "#app/features/listings/texts.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { db, prepared } from "#app/platform/db.server.ts";
import type { PriceGuideView } from "./ui/price-hint.tsx";

/** Older prices are not read. */
const MAX_PRICES = 500;

/**
 * The sales of these models in the last twelve months, if both people agreed to the price and the item left the seller.
 * A deal about several items or pieces is left out, because its price is for all of them together.
 */
async function salesOf(
  { type }: CategoryDefinition,
  modelIds: readonly string[],
  most = MAX_PRICES,
): Promise<Priced[]> {
  return prepared(sql`
    select item.model_id as "modelId", item.condition, price_cents as cents, seller_id as seller
    from deal_items item join deals on deals.id = item.deal_id
    where item.listing_type = ${type} and item.model_id = any(${modelIds}::uuid[]) and price_cents > 0
      and item.pieces = 1 and not exists (select from deal_items where deal_id = deals.id and place <> item.place)
      and state in ('handed_over', 'sent', 'received') and created_at > now() - interval '12 months'
    order by created_at desc limit ${most}
  `);
}

async function askedFor(
  definition: CategoryDefinition,
  modelIds: readonly string[],
  most = MAX_PRICES,
): Promise<Priced[]> {
  const { rows } = await sql<Priced>`
    select model_id as "modelId", attributes ->> 'condition' as condition, price_cents as cents, user_id as seller
    from ${onOffer(definition)} listings
    where type = ${definition.type} and model_id = any(${modelIds}::uuid[]) and price_cents > 0
    order by created_at desc limit ${most}
  `.execute(db());
  return rows;
}

async function salesOfGenerations(definition: CategoryDefinition, model: Model): Promise<Priced[]> {
  const generations = generationsOf(await catalogueFor(definition), model);
  return salesOf(
    definition,
    generations.map(({ id }) => id),
  );
}

async function soldFor(
  definition: CategoryDefinition,
  model: Model,
  condition: string | null,
): Promise<PriceGuideView | null> {
  const sales = await salesOfGenerations(definition, model);
  return present(definition, model, soldGuide(sales, model.id, condition));
}

export type GuideWithout = (sellerId: string, condition: string | null) => PriceGuide | null;

/** Guides of a model from the prices of all sellers but one, with which that seller's price can be compared. */
export async function guideForSellers(definition: CategoryDefinition, model: Model): Promise<GuideWithout> {
  const [sales, asked] = await Promise.all([
    salesOfGenerations(definition, model),
    askedFor(definition, [model.id]),
  ]);
  return (sellerId, condition) => {
    const ofOthers = (prices: readonly Priced[]) => prices.filter(({ seller }) => seller !== sellerId);
    return (
      soldGuide(ofOthers(sales), model.id, condition) ?? askedGuide(ofOthers(asked), model.id, condition)
    );
  };
}

/** For many models at once: of all of them together, so many of the latest prices of each kind are read. */
const MAX_PRICES_OF_MANY = 10_000;

/**
 * What the guide says of these models, from the prices of all sellers but one.
 * @returns the guide for a model and a condition
 */
export async function guidesForSeller(
  definition: CategoryDefinition,
  modelIds: readonly string[],
  sellerId: string,
): Promise<(modelId: string, condition: string | null) => PriceGuide | null> {
  const catalogue = await catalogueFor(definition);
  const generations = new Map(
    modelIds.map((id) => {
      const model = catalogue.byId.get(id);
      return [id, new Set(model ? generationsOf(catalogue, model).map((one) => one.id) : [id])];
    }),
  );
  const all = [...new Set([...generations.values()].flatMap((ids) => [...ids]))];
  const [sales, asked] = await Promise.all([
    salesOf(definition, all, MAX_PRICES_OF_MANY),
    askedFor(definition, modelIds, MAX_PRICES_OF_MANY),
  ]);
  const byModel = (prices: readonly Priced[]) =>
    Map.groupBy(
      prices.filter(({ seller }) => seller !== sellerId),
      ({ modelId }) => modelId,
    );
  const [salesByModel, askedByModel] = [byModel(sales), byModel(asked)];
  return (modelId, condition) => {
    const sold = [...(generations.get(modelId) ?? [])].flatMap((id) => salesByModel.get(id) ?? []);
    return (
      soldGuide(sold, modelId, condition) ?? askedGuide(askedByModel.get(modelId) ?? [], modelId, condition)
    );
  };
}

/** "Sold here for €95–130 · 7 sales …"; null without a model, or with too few sales of it. */
export async function soldTextOf(
  definition: CategoryDefinition,
  model: Model | null,
  { condition }: Attributes,
): Promise<string | null> {
  const sold = model && (await soldFor(definition, model, typeof condition === "string" ? condition : null));
  return sold && `${sold.text} · ${sold.basis}`;
}

/** From sales, or else from asking prices; null if there are too few prices. Null for any condition. */
export async function guideOfModel(
  definition: CategoryDefinition,
  model: Model,
  condition: string | null,
): Promise<PriceGuide | null> {
  const sold = soldGuide(await salesOfGenerations(definition, model), model.id, condition);
  return sold ?? askedGuide(await askedFor(definition, [model.id]), model.id, condition);
}

/** `guideOfModel` for the model with this slug; null without one. An empty `condition` means any condition. */
export async function priceGuideOf(
  definition: CategoryDefinition,
  slug: string,
  condition: string,
): Promise<PriceGuideView | null> {
  if (!definition.models) return null;
  const model = (await catalogueFor(definition)).bySlug.get(slug);
  if (!model) return null;
  return present(definition, model, await guideOfModel(definition, model, condition || null));
}

function present(
  definition: CategoryDefinition,
  { brand, name }: Model,
  guide: PriceGuide | null,
): PriceGuideView | null {
  if (!guide) return null;
  const locale = getLocale();
  const { from, allGenerations, condition, range } = guide;
  const amounts = { range: formatPriceRange(range.lowCents, range.highCents, locale) };
  const count = formatNumber(range.prices, locale);
  const field = definition.fields.condition;
  return {
    text: from === "sales" ? m.price_sold(amounts) : m.price_asked(amounts),
    middle: m.price_middle({ price: formatWholePrice(range.middleCents, locale) }),
    basis: [
      from === "sales" ? m.price_sales({ count }) : m.price_offers({ count }),
      ...(allGenerations ? [m.price_all_generations({ model: `${brandLabel(brand)} ${name}` })] : []),
      condition !== null && field
        ? m.price_condition({
            label: fieldLabel(definition, "condition"),
            condition: valueText(field, condition),
          })
        : m.price_any_condition(),
    ].join(" · "),
  };
}
