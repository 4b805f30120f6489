import { sql, type Transaction } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Described } from "#app/domain/models/match.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";

const BATCH_SIZE = 500;

export interface Linkable extends Described {
  readonly id: string;
  readonly is_linked: boolean;
  /** Whether the column `search` is outdated, because its trigger has changed or the model was renamed. */
  readonly is_outdated: boolean;
}

/** The next listings of a category, by id, which may be without a model or with an outdated search column. */
export async function linkableListings(
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

/** Links listings to their models, except those that were edited since they were read. */
export async function linkToModels(
  trx: Transaction<DB>,
  { type, plural }: CategoryDefinition,
  links: readonly (Pick<Linkable, "id" | "name" | "brand" | "attributes"> & { readonly model_id: string })[],
): Promise<void> {
  await sql`
    update ${sql.table(plural)} listings set model_id = link.model_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as link (id uuid, name text, brand text, attributes jsonb, model_id uuid)
    where listings.type = ${type} and listings.id = link.id and listings.model_id is null
      and (listings.name, listings.brand, listings.attributes)
        is not distinct from (link.name, link.brand, link.attributes)
  `.execute(trx);
}

/** Writes the search column of these listings again: the update runs its trigger. */
export async function refreshSearch(
  trx: Transaction<DB>,
  { type, plural }: CategoryDefinition,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update ${sql.table(plural)} set model_id = model_id where type = ${type} and id = any(${ids}::uuid[])
  `.execute(trx);
}
