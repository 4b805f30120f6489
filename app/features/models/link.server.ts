import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { type Catalogue, namedModel } from "#app/domain/models/catalogue.ts";
import { type Described, matchModel } from "#app/domain/models/match.ts";
import type { Model } from "#app/domain/models/model.ts";
import { db } from "#app/platform/db.server.ts";
import { catalogueFor, currentEdition } from "./catalogue.server.ts";

type Named = Described & Pick<ListingInput, "model">;

function modelFor(catalogue: Catalogue, input: Named): Model | null {
  const named = input.model === null ? null : namedModel(catalogue, input.model);
  return named ?? matchModel(catalogue, input);
}

/** The id of the model that the seller entered, or else of the one that title and facts match; null for none. */
export async function modelIdFor(definition: CategoryDefinition, input: Named): Promise<string | null> {
  if (!definition.models) return null;
  return modelFor(await catalogueFor(definition), input)?.id ?? null;
}

interface Item {
  readonly type: string;
  readonly input: Named;
}

/** The model of each item, found as `modelIdFor` finds it. An item without a model is absent. */
export async function modelsFor<Row extends Item>(items: readonly Row[]): Promise<ReadonlyMap<Row, Model>> {
  const models = new Map<Row, Model>();
  for (const [type, ofType] of Map.groupBy(items, (item) => item.type)) {
    const definition = categoryOfType(type);
    if (!definition?.models) continue;
    const catalogue = await catalogueFor(definition);
    for (const item of ofType) {
      const model = modelFor(catalogue, item.input);
      if (model) models.set(item, model);
    }
  }
  return models;
}

const BATCH_SIZE = 500;

interface Linkable extends Described {
  readonly id: string;
  readonly is_linked: boolean;
  /** Whether the column `search` is outdated, because its trigger has changed or the model was renamed. */
  readonly is_outdated: boolean;
}

async function listingsAfter(
  definition: CategoryDefinition,
  after: string | null,
): Promise<readonly Linkable[]> {
  const { rows } = await sql<Linkable>`
    select id, name, brand, attributes, model_id is not null as is_linked,
      search is distinct from listing_search_with_model(
        name, brand, description, attributes, latitude, longitude, created_at, model_id) as is_outdated
    from ${sql.table(definition.plural)}
    where type = ${definition.type} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${BATCH_SIZE}
  `.execute(db());
  return rows;
}

/**
 * Links listings and their deals, updates outdated search columns, and stores how far the job has come. A listing that
 * was edited after it was read is not linked.
 */
async function linkBatch(
  digest: string,
  definition: CategoryDefinition,
  listings: readonly Linkable[],
): Promise<void> {
  const catalogue = await catalogueFor(definition);
  const outdated = listings.flatMap(({ id, is_outdated }) => (is_outdated ? [id] : []));
  const links = listings.flatMap((listing) => {
    if (listing.is_linked || !definition.models) return [];
    const model = matchModel(catalogue, listing);
    const { id, name, brand, attributes } = listing;
    return model ? [{ id, name, brand, attributes, model_id: model.id }] : [];
  });
  await db()
    .transaction()
    .execute(async (trx) => {
      if (links.length > 0)
        await sql`
          update ${sql.table(definition.plural)} listings set model_id = link.model_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
            as link (id uuid, name text, brand text, attributes jsonb, model_id uuid)
          where listings.type = ${definition.type} and listings.id = link.id and listings.model_id is null
            and (listings.name, listings.brand, listings.attributes)
              is not distinct from (link.name, link.brand, link.attributes)
        `.execute(trx);
      if (links.length > 0)
        await sql`
          update deal_items set model_id = link.model_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, name text, model_id uuid)
          where listing_type = ${definition.type} and listing_id = link.id and listing_name = link.name
            and deal_items.model_id is null
        `.execute(trx);
      // The update runs the trigger, which writes the search column.
      if (outdated.length > 0)
        await sql`
          update ${sql.table(definition.plural)} set model_id = model_id
          where type = ${definition.type} and id = any(${outdated}::uuid[])
        `.execute(trx);
      await trx
        .updateTable("model_editions")
        .set({ linked_type: definition.type, linked_id: listings.at(-1)?.id ?? null })
        .where("digest", "=", digest)
        .execute();
    });
}

/**
 * Links listings without a model to the models of the last edition, and updates outdated search columns. Runs once for
 * each edition, and continues after an interruption. Later listings are linked when they are written.
 */
export async function linkListings(signal: AbortSignal): Promise<void> {
  const edition = await currentEdition();
  if (!edition || edition.linked_at !== null) return;
  const { digest, linked_type, linked_id } = edition;
  const first = Math.max(
    0,
    CATEGORIES.findIndex(({ type }) => type === linked_type),
  );
  for (const definition of CATEGORIES.slice(first)) {
    let after = definition.type === linked_type ? linked_id : null;
    for (;;) {
      signal.throwIfAborted();
      const listings = await listingsAfter(definition, after);
      if (listings.length === 0) break;
      await linkBatch(digest, definition, listings);
      after = listings.at(-1)?.id ?? null;
    }
  }
  await db()
    .updateTable("model_editions")
    .set({ linked_at: sql`now()` })
    .where("digest", "=", digest)
    .execute();
}
