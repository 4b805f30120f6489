import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { EditConflict, FormTexts } from "#app/domain/edit-merge.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { type DetailRow, listingDetail, listingVersion } from "#app/features/listings/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { FormValues } from "#app/features/listings/view.ts";
import { suggestionById } from "#app/features/models/question.server.ts";
import { m } from "#app/paraglide/messages.js";
import { countryOf } from "#app/platform/choices.server.ts";
import { mergeStored } from "#app/platform/edits.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { formValues } from "./form-view.server.ts";

/** Throws a refusal when there is no such listing, moderators removed it, or another user owns it. */
export async function editableListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  id: string,
): Promise<DetailRow> {
  const row = await listingDetail({ type: definition.type, id });
  const link = {
    to: browsePath(definition),
    text: m.listing_browse_all({ category: sentence(definition, "plural") }),
  };
  if (!row || row.removed)
    throw new Refused("listing_not_found", { sentence: sentence(definition, "not_found") }, { link });
  if (!can(viewer, "edit", { kind: "listing", userId: row.user_id }))
    throw new Refused("listing_not_yours", {}, { link });
  return row;
}

/** The values of the viewer's own listing, for a new one. Any other id gives null, for an empty form. */
export async function copiedListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  id: string | null,
): Promise<DetailRow | null> {
  const row = id === null ? null : await listingDetail({ type: definition.type, id });
  return row && can(viewer, "edit", { kind: "listing", userId: row.user_id }) ? row : null;
}

/** All inputs of the form of a stored listing. */
export function storedTexts(row: DetailRow, values: FormValues, model: string | undefined): FormTexts {
  return { ...values, model: model ?? "", photo: row.photos.map(({ id }) => id) };
}

/** The conflicts of a form, and the version of the listing with which it was merged. */
export interface Merge {
  readonly conflicts: readonly EditConflict[];
  readonly version: string | null;
}

/** Writes into an edit form what was stored since it was loaded. */
export async function mergeListing(
  request: Request,
  form: FormData,
  definition: CategoryDefinition,
  row: DetailRow,
): Promise<Merge> {
  const key = { type: definition.type, id: row.id };
  const version = await listingVersion(key);
  const now = (await listingDetail(key)) ?? row;
  const model = await suggestionById(definition, now.model_id);
  const values = formValues(definition, now, null, await countryOf(request));
  return { version, conflicts: mergeStored(form, storedTexts(now, values, model?.title)) };
}
