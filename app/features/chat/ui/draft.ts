import type { Unsent } from "../thread.ts";

/** What somebody typed and did not get sent. Kept for the tab's life, and for who typed it. */
export interface Draft {
  readonly text: string;
  readonly unsent: readonly Unsent[];
}

const NOTHING: Draft = { text: "", unsent: [] };

export function draftKey(userId: string, roomId: string): string {
  return `chat draft ${userId} ${roomId}`;
}

export function loadDraft(key: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isDraft(kept) ? kept : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.text === "" && draft.unsent.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

function isDraft(kept: unknown): kept is Draft {
  const { text, unsent } = (kept ?? {}) as Partial<Draft>;
  return typeof text === "string" && Array.isArray(unsent);
}
