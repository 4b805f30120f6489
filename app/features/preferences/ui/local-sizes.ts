import {
  browserKey,
  knownSizes,
  NO_SIZES,
  PREFERENCES,
  type Preference,
  type Sizes,
  sizesFrom,
} from "#app/domain/categories/sizes.ts";

/** Stored when sizes are saved in this browser, even if no box was ticked. */
const SET = "hasSetSizePreferences";

function listAt(preference: Preference): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(browserKey(preference)) ?? "[]");
  return Array.isArray(stored) ? knownSizes(preference, stored) : [];
}

export function localSizes(): Sizes {
  try {
    return sizesFrom(listAt);
  } catch {
    return NO_SIZES;
  }
}

export function hasLocalSizes(): boolean {
  try {
    return localStorage.getItem(SET) === "true";
  } catch {
    return false;
  }
}

/** @throws the browser's error if it allows no storage */
export function saveLocally(sizes: Sizes): void {
  for (const preference of PREFERENCES)
    localStorage.setItem(browserKey(preference), JSON.stringify(sizes[preference]));
  localStorage.setItem(SET, "true");
}

export function clearLocally(): void {
  try {
    for (const key of [...PREFERENCES.map(browserKey), SET]) localStorage.removeItem(key);
  } catch {
    // The browser allows no storage.
  }
}
