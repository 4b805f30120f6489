import {
  browserKey,
  knownSizes,
  NO_SIZES,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
} from "#app/domain/categories/sizes.ts";

/** The storage key of a mark: sizes were saved in this browser, even if no box was ticked (A3.15). */
const SET = "hasSetSizePreferences";

function listAt(preference: Preference): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(browserKey(preference)) ?? "[]");
  return Array.isArray(stored) ? knownSizes(preference, stored) : [];
}

/** The sizes in this browser's storage; none when there is no storage. */
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

/** @throws the browser's error when storage is not available */
export function saveLocally(sizes: Sizes): void {
  for (const preference of PREFERENCES)
    localStorage.setItem(browserKey(preference), JSON.stringify(sizes[preference]));
  localStorage.setItem(SET, "true");
}

/** Deletes the sizes in this browser. Called after they were stored in the account. */
export function clearLocally(): void {
  try {
    for (const key of [...PREFERENCES.map(browserKey), SET]) localStorage.removeItem(key);
  } catch {
    // There is no storage.
  }
}
