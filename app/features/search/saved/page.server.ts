import type { Viewer } from "#app/domain/viewer.ts";
import { type Asked, askedOf } from "./asked.server.ts";
import { lookedAt } from "./commands.server.ts";
import { savedIdAt } from "./queries.server.ts";
import type { SaveView } from "./view.ts";

/**
 * What a page of results offers to save; whether its viewer has it saved, who then has looked at what is new in it. Of
 * a page that everybody is shown the same (no viewer) it depends on the address alone.
 */
export async function saving(viewer: Viewer | null, ...page: Parameters<typeof askedOf>): Promise<SaveView> {
  const asked: Asked = askedOf(...page);
  if (!viewer) return { address: asked.address, id: null };
  const id = await savedIdAt(viewer.id, asked.address);
  if (id !== null) void lookedAt(viewer, id, asked);
  return { address: asked.address, id };
}
