import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { EditConflict, FormTexts } from "#app/domain/edit-merge.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { suggestionById } from "#app/features/models/question.server.ts";
import { countryOf } from "#app/platform/choices.server.ts";
import { mergeStored } from "#app/platform/edits.server.ts";
import { formValues } from "./form-view.server.ts";
import { can } from "./policy.ts";
import { type DetailRow, listingDetail, listingVersion } from "./queries.server.ts";
import type { FormValues } from "./view.ts";

/** The values of the viewer's own listing, for a new one. Any other id gives null, for an empty form. */
export async function copiedListing(
  viewer: Viewer,
  definition: CategoryDefinition,
  id: string | null,
): Promise<DetailRow | null> {
  const row = id === null ? null : await listingDetail({ type: definition.type, id });
  return row && can(viewer, "edit", { userId: row.user_id }) ? row : null;
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
