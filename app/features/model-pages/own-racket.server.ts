import { sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { differencesBetween, specsOfListing } from "#app/domain/models/closest.ts";
import { type Model, modelTitle, type Specs } from "#app/domain/models/model.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { DetailRow } from "#app/features/listings/queries.server.ts";
import type { Fact } from "#app/features/listings/view.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { presentDifferences } from "./present.server.ts";

/** The racket that a person says they play. */
export interface OwnRacket {
  readonly definition: CategoryDefinition;
  readonly model: Model;
  /** Grip and weight, by field. An unanswered field is absent. */
  readonly values: Attributes;
}

interface PlayedRow {
  readonly played_type: string | null;
  readonly played_model: string | null;
  /** Checked when they were saved. */
  readonly played_values: Attributes;
}

/** The first category whose definition says how models are compared. */
export function ownRacketCategory(): CategoryDefinition | undefined {
  return CATEGORIES.find(({ models }) => models?.closeness);
}

export async function ownRacketOf(userId: string): Promise<OwnRacket | null> {
  const [row] = await prepared(sql<PlayedRow>`
    select played_type, played_model, played_values from user_preferences where user_id = ${userId}
  `);
  const definition = categoryOfType(row?.played_type ?? "");
  if (!row?.played_model || !definition) return null;
  const model = (await catalogueFor(definition)).bySlug.get(row.played_model);
  return model ? { definition, model, values: row.played_values } : null;
}

/** Replaces the racket that the person plays; null removes it. @throws Refused "too_often" */
export async function saveOwnRacket(
  viewer: Viewer,
  racket: Pick<OwnRacket, "model" | "values"> | null,
): Promise<void> {
  await limit("preferences", viewer.id);
  const columns = {
    played_type: racket?.model.type ?? null,
    played_model: racket?.model.slug ?? null,
    played_values: JSON.stringify(racket?.values ?? {}),
  };
  await db()
    .insertInto("user_preferences")
    .values({ user_id: viewer.id, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...columns, updated_at: sql`now()` }))
    .execute();
}

/** How a model differs from the racket that the viewer plays. Null when the viewer plays none, or the same model. */
export async function comparedWithOwnRacket(
  definition: CategoryDefinition,
  specs: Specs,
  modelId: string | null,
  viewer: Viewer | null,
): Promise<Fact | null> {
  const { models } = definition;
  if (!viewer || !models?.closeness) return null;
  const racket = await ownRacketOf(viewer.id);
  if (racket?.definition.type !== definition.type || racket.model.id === modelId) return null;
  const ownSpecs = specsOfListing(definition, racket.model, racket.values);
  const { value } = presentDifferences(definition, differencesBetween(models.closeness, ownSpecs, specs));
  return { label: m.played_compared({ model: modelTitle(racket.model) }), value };
}

/**
 * How a listing differs from the racket that the viewer plays, even if both are of the same model. Null for the
 * viewer's own listing, and when the viewer plays none.
 */
export async function listingComparedWithOwnRacket(
  definition: CategoryDefinition,
  { model_id, attributes, user_id }: DetailRow,
  viewer: Viewer | null,
): Promise<Fact | null> {
  if (!definition.models?.closeness || !viewer || viewer.id === user_id) return null;
  const { byId } = await catalogueFor(definition);
  const model = model_id === null ? undefined : byId.get(model_id);
  const specs = specsOfListing(definition, model ?? null, attributes);
  return comparedWithOwnRacket(definition, specs, null, viewer);
}
