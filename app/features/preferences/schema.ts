import {
  knownSizes,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
  sizesOf,
} from "#app/domain/categories/sizes.ts";

/** The number of sizes in the longest list. A longer input is not from the form. */
export const MAX_SIZES = Math.max(...PREFERENCES.map((preference) => sizesOf(preference).length));

/** Reads the ticked boxes of the form, in the order of the lists. Returns an unknown value instead, if there is one. */
export function readSizes(form: FormData): { sizes: Sizes } | { preference: Preference; unknown: string } {
  for (const preference of PREFERENCES) {
    const values = form.getAll(preference).map(String);
    const known = sizesOf(preference);
    const unknown = values.find((size) => !known.includes(size));
    if (unknown !== undefined) return { preference, unknown };
  }
  return { sizes: sizesFrom((preference) => knownSizes(preference, form.getAll(preference))) };
}
