import {
  knownSizes,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
  sizesOf,
} from "#app/domain/categories/sizes.ts";

/** The most of one preference that there are: more was not sent by a form of ours. */
export const MAX_SIZES = Math.max(...PREFERENCES.map((preference) => sizesOf(preference).length));

/** Reads the ticked boxes of the form, in the order of the lists; or what was sent that is no size. */
export function readSizes(form: FormData): { sizes: Sizes } | { preference: Preference; unknown: string } {
  for (const preference of PREFERENCES) {
    const said = form.getAll(preference).map(String);
    const known = sizesOf(preference);
    const unknown = said.find((size) => !known.includes(size));
    if (unknown !== undefined) return { preference, unknown };
  }
  return { sizes: sizesFrom((preference) => knownSizes(preference, form.getAll(preference))) };
}
