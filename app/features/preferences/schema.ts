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

/** @param values those of LOADED_FIELD */
export function loadedSizes(values: readonly string[]): Sizes {
  return sizesFrom((preference) =>
    sizesOf(preference).filter((size) => values.includes(`${preference}:${size}`)),
  );
}

/**
 * The sizes that a form changes: what it ticked or unticked since it was loaded, on top of what is stored now. Two tabs
 * cannot contradict each other, because a tick has only two states. A form without LOADED_FIELD replaces the sizes.
 * @param values those of LOADED_FIELD
 */
export function mergedSizes(values: readonly string[], typed: Sizes, stored: Sizes): Sizes {
  if (values.length === 0) return typed;
  const loaded = loadedSizes(values);
  return sizesFrom((preference) =>
    sizesOf(preference).filter((size) => {
      const isTicked = typed[preference].includes(size);
      return isTicked === loaded[preference].includes(size) ? stored[preference].includes(size) : isTicked;
    }),
  );
}

/** The ticked sizes in the order of the lists; or an unknown size, if there is one. */
export function readSizes(
  ticked: (preference: Preference) => readonly string[],
): { sizes: Sizes } | { preference: Preference; unknown: string } {
  for (const preference of PREFERENCES) {
    const offered = sizesOf(preference);
    const unknown = ticked(preference).find((size) => !offered.includes(size));
    if (unknown !== undefined) return { preference, unknown };
  }
  return { sizes: sizesFrom((preference) => knownSizes(preference, ticked(preference))) };
}
