import type { Viewer } from "#app/domain/viewer.ts";
import { type CanonicalSearch, canonicalSavedSearch } from "./canonical-search.server.ts";
import { recordSearchView } from "./commands.server.ts";
import { savedIdAt } from "./queries.server.ts";
import type { SaveView } from "./view.ts";

/**
 * If the viewer has saved this search, it records their view. Pages for signed-out visitors are cached, so their button
 * depends on the URL alone.
 */
export async function presentSaveButton(
  viewer: Viewer | null,
  ...page: Parameters<typeof canonicalSavedSearch>
): Promise<SaveView> {
  const canonical: CanonicalSearch = canonicalSavedSearch(...page);
  if (!viewer) return { address: canonical.address, id: null };
  const id = await savedIdAt(viewer.id, canonical.address);
  if (id !== null) void recordSearchView(viewer, id, canonical);
  return { address: canonical.address, id };
}
