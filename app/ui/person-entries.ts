/**
 * What a browser keeps of a person in `localStorage`. A text and unsent messages have separate entries: a tab that stores
 * its text must not overwrite the unsent messages of another tab.
 */
const KINDS = ["chat draft", "chat unsent", "offline pages"] as const;

/** The key of an entry. `about` tells apart several of one kind, such as the drafts of different rooms. */
export function personEntry(kind: (typeof KINDS)[number], userId: string, ...about: string[]): string {
  return [kind, userId, ...about].join(" ");
}

/** Removes the entries of all people but this one. Null: of everybody. */
export function clearPersonEntries(except: string | null): void {
  try {
    for (const entry of Object.keys(localStorage)) {
      const isOwned = KINDS.some((kind) => entry.startsWith(personEntry(kind, "")));
      if (isOwned && entry.split(" ")[2] !== except) localStorage.removeItem(entry);
    }
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
