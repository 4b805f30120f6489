import {
  browserKey,
  knownSizes,
  NO_SIZES,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
} from "#app/domain/categories/sizes.ts";

/** Says that sizes were saved here, were it none (A3.15). */
const SET = "hasSetSizePreferences";

function listAt(preference: Preference): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(browserKey(preference)) ?? "[]");
  return Array.isArray(kept) ? knownSizes(preference, kept) : [];
}

/** What this browser keeps of its visitor's sizes; none where it may keep nothing. */
export function localSizes(): Sizes {
  try {
    return sizesFrom(listAt);
  } catch {
    return NO_SIZES;
  }
}

/** Whether sizes were saved in this browser. */
export function hasLocalSizes(): boolean {
  try {
    return localStorage.getItem(SET) === "true";
  } catch {
    return false;
  }
}

/** @throws what the browser throws when it may keep nothing */
export function saveLocally(sizes: Sizes): void {
  for (const preference of PREFERENCES)
    localStorage.setItem(browserKey(preference), JSON.stringify(sizes[preference]));
  localStorage.setItem(SET, "true");
}

/** The account has them now. */
export function clearLocally(): void {
  try {
    for (const key of [...PREFERENCES.map(browserKey), SET]) localStorage.removeItem(key);
  } catch {
    // It keeps nothing.
  }
}
