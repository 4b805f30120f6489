import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { addedByStrings, asUnstrung } from "#app/domain/categories/derive/measured.ts";
import {
  closestModels,
  type Difference,
  differencesBetween,
  specsOfListing,
} from "#app/domain/models/closest.ts";
import { generationsOf } from "#app/domain/models/compare.ts";
import type { Model } from "#app/domain/models/model.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { onOffer } from "#app/features/listings/on-offer.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { CARD_COLUMNS, type CardRow } from "#app/features/listings/queries.server.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { db } from "#app/platform/db.server.ts";
import { presentDifferences } from "./present.server.ts";

type ModelCardRow = CardRow & { readonly model_id: string };

const MAX_CARDS = 6;
/** Many, because few models have a listing on offer. */
const CONSIDERED = 40;

/** A listing, or the racket that a player plays. */
export interface ComparedRacket {
  readonly modelId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** A listing is not its own twin. */
  readonly id?: string;
}

/** The listings of the same model with the same grip and nearly the same unstrung weight, the closest first. */
export async function twinsOf(
  definition: CategoryDefinition,
  { modelId, attributes, id }: ComparedRacket,
  viewerId: string | null,
): Promise<ModelCardRow[]> {
  const twins = definition.models?.closeness?.twins;
  if (!twins || modelId === null) return [];
  const around = asUnstrung(definition, attributes)[twins.field];
  if (typeof around !== "number" || twins.same.some((name) => attributes[name] === undefined)) return [];
  const { answer, strings } = addedByStrings(definition, twins.field) ?? { answer: "", strings: 0 };
  const added = sql`case attributes ->> ${sql.lit(answer)} when 'Strung' then ${sql.lit(strings)} else 0 end`;
  const value = sql`((attributes ->> ${sql.lit(twins.field)})::numeric - ${added})`;
  // As literals, so that the index of these expressions is used.
  const same = twins.same.map((name) => sql`attributes ->> ${sql.lit(name)} = ${String(attributes[name])}`);
  const { rows } = await sql<ModelCardRow>`
    select ${CARD_COLUMNS}, model_id
    from ${onOffer(definition)} listings
    where type = ${definition.type} and model_id = ${modelId} and ${sql.join(same, sql` and `)}
      and ${value} between ${around - twins.within} and ${around + twins.within}
      and ${id === undefined ? sql`true` : sql`id <> ${id}`}
      and ${viewerId === null ? sql`true` : sql`user_id <> ${viewerId}`}
    order by abs(${value} - ${around}), created_at desc, id desc limit ${MAX_CARDS}
  `.execute(db());
  return rows;
}

/** The newest listing on offer of each model, in the order of the models, without the listings of these sellers. */
async function newestOfEach(
  definition: CategoryDefinition,
  models: readonly Model[],
  without: readonly (string | null)[],
): Promise<ModelCardRow[]> {
  const owners = without.filter((id) => id !== null);
  const { rows } = await sql<ModelCardRow>`
    select ${CARD_COLUMNS}, listings.model_id
    from unnest(${models.map(({ id }) => id)}::uuid[]) with ordinality as wanted (model_id, place)
    cross join lateral (
      select * from ${onOffer(definition)} offered
      where offered.type = ${definition.type} and offered.model_id = wanted.model_id
        and not (user_id = any(${owners}::uuid[]))
      order by created_at desc, id desc limit 1
    ) listings
    order by wanted.place limit ${MAX_CARDS}
  `.execute(db());
  return rows;
}

/**
 * The twins of the compared racket, and the newest listings of the closest other models. The viewer's own listings are
 * left out; among the other models, those of `sellerId` too.
 */
export async function alikeRows(
  definition: CategoryDefinition,
  compared: ComparedRacket,
  viewerId: string | null,
  sellerId: string | null = null,
): Promise<AlikeRows> {
  const { models } = definition;
  if (!models?.closeness) return { twins: [], close: [], differencesOf: () => [] };
  const { closeness } = models;
  const { byId, entries } = await catalogueFor(definition);
  const modelOf = (id: string | null) => (id === null ? null : (byId.get(id) ?? null));
  const specs = specsOfListing(definition, modelOf(compared.modelId), compared.attributes);
  const closest = closestModels(
    { entries },
    closeness,
    specs,
    CONSIDERED,
    ({ id }) => id !== compared.modelId,
  );
  const [twins, close] = await Promise.all([
    twinsOf(definition, compared, viewerId),
    newestOfEach(definition, closest, [viewerId, sellerId]),
  ]);
  return {
    twins,
    close,
    differencesOf: (row) =>
      differencesBetween(closeness, specs, specsOfListing(definition, modelOf(row.model_id), row.attributes)),
  };
}

export interface AlikeRows {
  readonly twins: readonly ModelCardRow[];
  readonly close: readonly ModelCardRow[];
  readonly differencesOf: (row: ModelCardRow) => readonly Difference[];
}

export interface Alike {
  readonly twins: readonly ListingCard[];
  readonly close: readonly ListingCard[];
}

/** The cards of the listings that play like the compared racket, each with its differences from it. */
export async function alikeOnOffer(
  definition: CategoryDefinition,
  compared: ComparedRacket,
  viewer: Viewer | null,
  sellerId: string | null = null,
): Promise<Alike> {
  const { twins, close, differencesOf } = await alikeRows(definition, compared, viewer?.id ?? null, sellerId);
  const cards = (rows: readonly ModelCardRow[]) => {
    const differences = new Map(
      rows.map((row) => [row.id, presentDifferences(definition, differencesOf(row))]),
    );
    return presentCards(rows, viewer).map((card) => ({
      ...card,
      facts: [differences.get(card.id) ?? [], card.facts.filter(({ chip }) => chip)].flat(),
    }));
  };
  return { twins: cards(twins), close: cards(close) };
}

/** The closest first, without other generations of the model. */
export async function closestTo(definition: CategoryDefinition, model: Model): Promise<readonly Model[]> {
  const { closeness } = definition.models ?? {};
  if (!closeness) return [];
  const catalogue = await catalogueFor(definition);
  const generations = new Set(generationsOf(catalogue, model));
  return closestModels(catalogue, closeness, model.specs, MAX_CARDS, (other) => !generations.has(other));
}
