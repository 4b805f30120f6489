import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Catalogue, catalogueOf } from "#app/domain/models/catalogue.ts";
import type { Model, ModelAlias, Specs } from "#app/domain/models/model.ts";
import { db } from "#app/platform/db.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { currentRequest, type RequestContext } from "#app/platform/request-context.server.ts";

interface Edition {
  readonly models: readonly Model[];
  readonly aliases: readonly ModelAlias[];
  readonly catalogues: Map<string, Catalogue>;
}

let current: { readonly key: string; readonly edition: Promise<Edition> } | undefined;
const editionsOfRequests = new WeakMap<RequestContext, Promise<Edition>>();

async function read(): Promise<Edition> {
  const models = await db()
    .selectFrom("models")
    .select(["id", "type", "slug", "brand", "name", "generation", "specs", "retired_at"])
    .execute();
  const aliases = await db().selectFrom("model_aliases").selectAll().execute();
  return {
    models: models.map(({ retired_at, specs, ...model }) => ({
      ...model,
      // The importer checked the figures.
      specs: specs as Specs,
      retired: retired_at !== null,
    })),
    aliases,
    catalogues: new Map(),
  };
}

/**
 * The edition of models that was imported last, and how far its listings are linked (`linkListings`). Undefined before
 * any import.
 */
export async function currentEdition() {
  return db()
    .selectFrom("model_editions")
    .select(["digest", "imported_at", "linked_type", "linked_id", "linked_at"])
    .orderBy("imported_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Database triggers invalidate it on all servers after an import. */
const MODELS_TAG = "models";

async function readIfNew(): Promise<Edition> {
  const last = await queryCache.get("edition", MODELS_TAG, currentEdition);
  // The key includes the time, because another database with the same files has other ids.
  const key = last ? `${last.digest} ${last.imported_at.toISOString()}` : "";
  if (current?.key === key) return current.edition;
  const next = { key, edition: read() };
  current = next;
  next.edition.catch(() => {
    if (current === next) current = undefined;
  });
  return next.edition;
}

function editionOfRequest(): Promise<Edition> {
  const request = currentRequest();
  if (!request) return readIfNew();
  const edition = editionsOfRequests.get(request) ?? readIfNew();
  editionsOfRequests.set(request, edition);
  return edition;
}

/**
 * The models of a category, cached until an import on any server. A request uses one edition. Do not call it within a
 * transaction, because it takes a second database connection.
 */
export async function catalogueFor(definition: CategoryDefinition): Promise<Catalogue> {
  const { models, aliases, catalogues } = await editionOfRequest();
  const catalogue = catalogues.get(definition.type) ?? catalogueOf(definition, models, aliases);
  catalogues.set(definition.type, catalogue);
  return catalogue;
}
