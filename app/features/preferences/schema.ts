import {
  knownSizes,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
  sizesOf,
} from "#app/domain/categories/sizes.ts";

/** The number of sizes in the longest list. */
export const MAX_SIZES = Math.max(...PREFERENCES.map((preference) => sizesOf(preference).length));

/** The ticked sizes in the order of the lists; or an unknown size, if there is one. */
export function readSizes(form: FormData): { sizes: Sizes } | { preference: Preference; unknown: string } {
  for (const preference of PREFERENCES) {
    const values = form.getAll(preference).map(String);
    const known = sizesOf(preference);
    const unknown = values.find((size) => !known.includes(size));
    if (unknown !== undefined) return { preference, unknown };
  }
  return { sizes: sizesFrom((preference) => knownSizes(preference, form.getAll(preference))) };
}
