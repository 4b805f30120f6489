import type { Viewer } from "#app/domain/viewer.ts";
import { type Asked, askedOf } from "./asked.server.ts";
import { lookedAt } from "./commands.server.ts";
import { savedIdAt } from "./queries.server.ts";
import type { SaveView } from "./view.ts";

/**
 * The save button of a results page. For the owner of this saved search, it records the view. A page without a viewer
 * is cached for all, so its button depends only on the address.
 */
export async function saving(viewer: Viewer | null, ...page: Parameters<typeof askedOf>): Promise<SaveView> {
  const asked: Asked = askedOf(...page);
  if (!viewer) return { address: asked.address, id: null };
  const id = await savedIdAt(viewer.id, asked.address);
  if (id !== null) void lookedAt(viewer, id, asked);
  return { address: asked.address, id };
}
