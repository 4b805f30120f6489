import { KEPT } from "#app/ui/kept-entry.ts";

// The text and the unsent messages have separate entries in `localStorage`. A tab that stores its text must not
// overwrite the unsent messages of another tab.
export const TEXT = "chat draft";
export const UNSENT = "chat unsent";

/** Removes the drafts of other people than this one, and what the installed app keeps of them. */
export function clearDrafts(except: string | null): void {
  try {
    for (const entry of Object.keys(localStorage)) {
      const owner = [TEXT, UNSENT, KEPT].find((kind) => entry.startsWith(`${kind} `)) && entry.split(" ")[2];
      if (owner !== undefined && owner !== except) localStorage.removeItem(entry);
    }
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
