import {
  NO_SIZES,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
  sizesOf,
} from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { saveSizes } from "./commands.server.ts";
import { sizesOfPerson } from "./queries.server.ts";
import { LOADED_FIELD, loadedSizes, mergedSizes, readSizes } from "./schema.ts";

const LONGEST_SIZE = 40;
/** All sizes of all lists, and one more. */
const MAX_LOADED = PREFERENCES.flatMap(sizesOf).length + 1;

export type SizesAnswer =
  | { readonly sizes: Sizes; readonly error?: undefined }
  | {
      readonly error: string;
      readonly status: number;
      /** All ticked sizes, valid or not. */
      readonly submitted: Sizes;
      /** What was ticked when the form was loaded. */
      readonly loaded: Sizes;
      /** The list that has the invalid size. */
      readonly at?: Preference;
    };

export async function readSizesOf(viewer: Viewer): Promise<SizesAnswer> {
  try {
    return { sizes: await sizesOfPerson(viewer.id) };
  } catch (error) {
    logger.error({ err: error }, "size preferences could not be read");
    return { error: m.sizes_unreadable(), status: 500, submitted: NO_SIZES, loaded: NO_SIZES };
  }
}

export async function saveSizesOf(viewer: Viewer, request: Request): Promise<SizesAnswer> {
  const form = await readForm(request, [...PREFERENCES, LOADED_FIELD], LONGEST_SIZE, MAX_LOADED);
  if (!form) return { error: m.sizes_unsaved(), status: 400, submitted: NO_SIZES, loaded: NO_SIZES };
  const loaded = loadedSizes(form);
  const read = readSizes(form);
  if ("unknown" in read) {
    const error = m.sizes_unknown({ size: JSON.stringify(read.unknown) });
    return { error, status: 400, submitted: parsedSizes(form), loaded, at: read.preference };
  }
  try {
    return { sizes: await saveSizes(viewer, (stored) => mergedSizes(form, read.sizes, stored)) };
  } catch (error) {
    if (error instanceof Refused)
      return { error: error.message, status: error.status, submitted: read.sizes, loaded };
    logger.error({ err: error }, "size preferences could not be stored");
    return { error: m.sizes_unsaved(), status: 500, submitted: read.sizes, loaded };
  }
}

function parsedSizes(form: FormData): Sizes {
  return sizesFrom((preference) => form.getAll(preference).map(String));
}
