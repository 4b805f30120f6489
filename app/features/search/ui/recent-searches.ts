const KEY = "recent-searches";
const MAX_RECENT = 8;

/** The newest first; empty when the browser's storage is unavailable. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

function store(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Private windows may have no storage.
  }
}

export function rememberSearch(words: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== words.toLowerCase());
  store([words.slice(0, 200), ...others].slice(0, MAX_RECENT));
}

export function removeRecentSearch(words: string): void {
  store(recentSearches().filter((one) => one !== words));
}

export function clearRecentSearches(): void {
  store([]);
}
