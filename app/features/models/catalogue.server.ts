import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Catalogue, catalogueOf } from "#app/domain/models/catalogue.ts";
import type { Model, ModelAlias, Specs } from "#app/domain/models/model.ts";
import { db } from "#app/platform/db.server.ts";

interface Edition {
  readonly digest: string;
  readonly models: readonly Model[];
  readonly aliases: readonly ModelAlias[];
  readonly catalogues: Map<string, Catalogue>;
}

let current: Promise<Edition> | undefined;

async function read(digest: string): Promise<Edition> {
  const models = await db()
    .selectFrom("models")
    .select(["id", "type", "slug", "brand", "name", "generation", "specs", "retired_at"])
    .execute();
  const aliases = await db().selectFrom("model_aliases").selectAll().execute();
  return {
    digest,
    models: models.map(({ retired_at, specs, ...model }) => ({
      ...model,
      // The importer checked it.
      specs: specs as Specs,
      retired: retired_at !== null,
    })),
    aliases,
    catalogues: new Map(),
  };
}

/** The digest of the edition that was imported last; null where there is none. */
export async function currentEdition(): Promise<string | null> {
  const edition = await db()
    .selectFrom("model_editions")
    .select("digest")
    .orderBy("imported_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return edition?.digest ?? null;
}

async function edition(): Promise<Edition> {
  const digest = (await currentEdition()) ?? "";
  const known = await current?.catch(() => undefined);
  if (known?.digest === digest) return known;
  current = read(digest);
  return current;
}

/**
 * The models of a category, from memory. Each use asks for the current edition, so that an import on any server is seen
 * at once. Do not call it within a transaction, because it takes a connection.
 */
export async function catalogueFor(definition: CategoryDefinition): Promise<Catalogue> {
  const { models, aliases, catalogues } = await edition();
  const known = catalogues.get(definition.type) ?? catalogueOf(definition, models, aliases);
  catalogues.set(definition.type, known);
  return known;
}
