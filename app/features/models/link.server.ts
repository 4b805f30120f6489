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

/** The model that a listing names, or else that its title and facts match. */
function modelFor(catalogue: Catalogue, input: Named): Model | null {
  const named = input.model === null ? null : namedModel(catalogue, input.model);
  return named ?? matchModel(catalogue, input);
}

/** The id of the model of a listing, as `modelFor` finds it; null where there is none. */
export async function modelIdFor(definition: CategoryDefinition, input: Named): Promise<string | null> {
  if (!definition.models) return null;
  return modelFor(await catalogueFor(definition), input)?.id ?? null;
}

interface Item {
  readonly type: string;
  readonly input: Named;
}

/** The models of many rows at once, as `modelFor` finds them. An item without a model is absent. */
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

/** Listings that are read and linked in one transaction. */
const BATCH_SIZE = 500;

interface Unlinked extends Described {
  readonly id: string;
  /** The model of a listing that is not found by it yet (db/migrations/0034_search_by_model.sql). */
  readonly model_id: string | null;
}

/** The listings of a category after this id that have no model, or are not found by it. */
async function unlinkedAfter(
  definition: CategoryDefinition,
  after: string | null,
): Promise<readonly Unlinked[]> {
  const { rows } = await sql<Unlinked>`
    select id, name, brand, attributes, model_id from ${sql.table(definition.plural)}
    where type = ${definition.type} and (${after}::uuid is null or id > ${after}::uuid)
      and (model_id is null or not search @@ quote_literal('model=' || model_id)::tsquery)
    order by id limit ${BATCH_SIZE}
  `.execute(db());
  return rows;
}

/**
 * Links a batch and its deals, lets it be found by its models, and stores how far it came. A listing that was edited
 * meanwhile is left alone.
 */
async function linkBatch(
  digest: string,
  definition: CategoryDefinition,
  listings: readonly Unlinked[],
): Promise<void> {
  const catalogue = await catalogueFor(definition);
  const unfound = listings.flatMap(({ id, model_id }) => (model_id === null ? [] : [id]));
  const links = listings.flatMap((listing) => {
    if (listing.model_id !== null) return [];
    const model = matchModel(catalogue, listing);
    return model ? [{ id: listing.id, name: listing.name, model_id: model.id }] : [];
  });
  await db()
    .transaction()
    .execute(async (trx) => {
      if (links.length > 0)
        await sql`
          update ${sql.table(definition.plural)} listings set model_id = link.model_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, name text, model_id uuid)
          where listings.type = ${definition.type} and listings.id = link.id and listings.name = link.name
            and listings.model_id is null
        `.execute(trx);
      if (links.length > 0)
        await sql`
          update deals set model_id = link.model_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, name text, model_id uuid)
          where listing_type = ${definition.type} and listing_id = link.id and listing_name = link.name
            and deals.model_id is null
        `.execute(trx);
      // Its trigger writes the search column, also where the model stays the same.
      if (unfound.length > 0)
        await sql`
          update ${sql.table(definition.plural)} set model_id = model_id
          where type = ${definition.type} and id = any(${unfound}::uuid[])
        `.execute(trx);
      await trx
        .updateTable("model_editions")
        .set({ linked_type: definition.type, linked_id: listings.at(-1)?.id ?? null })
        .where("digest", "=", digest)
        .execute();
    });
}

/**
 * Links the listings that have no model, with the edition that was imported last, in batches. Interrupted work is
 * continued; each edition links once. Listings that are written later are linked as they are written.
 */
export async function linkListings(signal: AbortSignal): Promise<void> {
  const edition = await currentEdition();
  if (!edition || edition.linked_at !== null) return;
  const { digest, linked_type, linked_id } = edition;
  const definitions = CATEGORIES.filter(({ models }) => models !== undefined);
  const first = Math.max(
    0,
    definitions.findIndex(({ type }) => type === linked_type),
  );
  for (const definition of definitions.slice(first)) {
    let after = definition.type === linked_type ? linked_id : null;
    for (;;) {
      signal.throwIfAborted();
      const listings = await unlinkedAfter(definition, after);
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
