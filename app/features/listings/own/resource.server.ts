import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { modelById } from "#app/features/models/question.server.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { env } from "#app/platform/env.server.ts";
import { listingResource, presentResource } from "../resource.server.ts";
import { HIDDEN_REASONS, type OwnRow } from "./queries.server.ts";

/** What the answer for a listing of one's own has besides what everybody gets. */
const ownFields = z.object({
  sku: z.string().nullable().meta({ description: "Your own number of it." }),
  reserved: z.int().meta({ description: "Pieces that are promised to buyers, of `quantity`." }),
  sold: z
    .int()
    .meta({ description: "Pieces that were sold here since your system last stated its quantity." }),
  hidden_reason: z.enum(HIDDEN_REASONS).nullable().meta({ description: "Why others do not see it." }),
  photos: z
    .array(z.object({ id, url: z.url() }))
    .meta({ description: "The main one first. Their ids are good for `images`." }),
  updated_at: moment,
});

/** A listing as its owner gets it. */
export const ownResource = z.intersection(listingResource, ownFields).meta({ id: "OwnListing" });

type OwnResource = z.input<typeof ownResource>;

/** A listing of the viewer's own as `ownResource` describes it. */
export async function presentOwnResource(row: OwnRow, viewer: Viewer): Promise<OwnResource> {
  const { baseUrl } = env();
  const definition = categoryOfType(row.type);
  const model = definition?.models ? await modelById(definition, row.model_id) : null;
  const listing = presentResource(row, { viewer, model });
  if (!listing) throw new Error(`${row.type} is no category.`);
  return {
    ...listing,
    sku: row.sku,
    reserved: row.reserved,
    sold: row.sold_here,
    hidden_reason: row.hidden,
    photos: row.photos.map(({ id: photoId, key }) => ({ id: photoId, url: photoAddress(baseUrl, key) })),
    updated_at: row.updated_at.toISOString(),
  };
}
