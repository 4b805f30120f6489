import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { matchModel } from "#app/domain/models/match.ts";
import { linkItems } from "#app/features/deals/pieces.server.ts";
import {
  type Linkable,
  linkableListings,
  linkToModels,
  refreshSearch,
} from "#app/features/listings/models.server.ts";
import { catalogueFor, currentEdition } from "#app/features/models/catalogue.server.ts";
import { saveLinked } from "#app/features/models/link.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";

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
      if (links.length > 0) await linkToModels(trx, definition, links);
      if (links.length > 0) await linkItems(trx, definition.type, links);
      if (outdated.length > 0) await refreshSearch(trx, definition, outdated);
      await saveLinked(trx, digest, { type: definition.type, id: listings.at(-1)?.id ?? null });
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
      const listings = await linkableListings(definition, after);
      if (listings.length === 0) break;
      await linkBatch(digest, definition, listings);
      after = listings.at(-1)?.id ?? null;
    }
  }
  await saveLinked(db(), digest, null);
}

export const LINK_MODELS_JOB = "models-link";

export const modelJobs: JobHandlers = {
  // Also runs at each start of the server. The hourly run is for models imported since then.
  [LINK_MODELS_JOB]: {
    work: (_, signal) => linkListings(signal),
    cron: "47 * * * *",
    timeoutSeconds: 3_600,
  },
};
