import { href } from "react-router";
import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { type ListQuery, pageOf, positionIn, timePosition } from "#app/features/api/pages.server.ts";
import { LONGEST_ADDRESS } from "./canonical-search.server.ts";
import { type SavedRow, savedSearchesAfter, savedSearchWith } from "./queries.server.ts";
import { savedName } from "./schema.ts";

const address = z
  .string()
  .max(LONGEST_ADDRESS)
  .meta({
    description: "Path and query of the search in the shop.",
    examples: [`${href("/search")}?q=wilson+blade`],
  });

/** A saved search in the API, for its owner only. */
export const savedSearchResource = z
  .object({
    id,
    name: z.string(),
    address,
    notify: z.boolean().meta({ description: "Whether new matches are notified." }),
    fresh: z
      .int()
      .meta({ description: "How many matches are new since it was last opened; 100 for more than 99." }),
    created_at: moment,
  })
  .meta({ id: "SavedSearch" });

/** A new saved search. Without a name, it gets one that is made from its criteria. */
export const newSavedSearch = z.strictObject({
  address,
  name: savedName.optional(),
  notify: z.boolean().default(true),
});

function presentSavedSearch(row: SavedRow): z.input<typeof savedSearchResource> {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    notify: row.notify,
    fresh: row.fresh,
    created_at: row.created_at.toISOString(),
  };
}

/** A page of the viewer's saved searches, the last saved first. */
export async function savedSearchPage(viewer: Viewer, { limit, cursor }: ListQuery) {
  const after = positionIn("saved-searches", cursor, timePosition);
  const rows = await savedSearchesAfter(viewer.id, { after, most: limit + 1 });
  return pageOf("saved-searches", rows, limit, presentSavedSearch, ({ at, id: last }) => ({ at, id: last }));
}

/** One of the viewer's saved searches. @throws Refused "saved_gone" */
export async function savedSearch(viewer: Viewer, searchId: string) {
  return presentSavedSearch(await savedSearchWith(viewer.id, searchId));
}
