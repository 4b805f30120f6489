/** The storage key of the recent searches, which stay in the browser. */
const KEY = "recent-searches";
const MOST = 8;

/** The newest first. Empty when the browser's storage is unavailable. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function store(searches: readonly string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Without storage, recent searches are not remembered.
  }
}

export function rememberSearch(words: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== words.toLowerCase());
  store([words.slice(0, 200), ...others].slice(0, MOST));
}

export function removeRecentSearch(words: string): void {
  store(recentSearches().filter((one) => one !== words));
}

export function clearRecentSearches(): void {
  store([]);
}
