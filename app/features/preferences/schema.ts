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

/** The hidden field with the sizes that were ticked when the form was loaded. */
export const LOADED_FIELD = "loaded";

/** The values of LOADED_FIELD. The empty one says that the form has the field. */
export function loadedValues(sizes: Sizes): string[] {
  return [
    "",
    ...PREFERENCES.flatMap((preference) => sizes[preference].map((size) => `${preference}:${size}`)),
  ];
}

export function loadedSizes(form: FormData): Sizes {
  const values = form.getAll(LOADED_FIELD);
  return sizesFrom((preference) =>
    sizesOf(preference).filter((size) => values.includes(`${preference}:${size}`)),
  );
}

/**
 * The sizes that a form changes: what it ticked or unticked since it was loaded, on top of what is stored now. Two tabs
 * cannot contradict each other, because a tick has only two states. A form without LOADED_FIELD replaces the sizes.
 */
export function mergedSizes(form: FormData, typed: Sizes, stored: Sizes): Sizes {
  if (!form.has(LOADED_FIELD)) return typed;
  const loaded = loadedSizes(form);
  return sizesFrom((preference) =>
    sizesOf(preference).filter((size) => {
      const isTicked = typed[preference].includes(size);
      return isTicked === loaded[preference].includes(size) ? stored[preference].includes(size) : isTicked;
    }),
  );
}

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
