import type { Unsent } from "../thread.ts";

/** Whose words they are, and for which room. */
export type DraftKey = { readonly userId: string; readonly roomId: string };

// Two entries: a tab that only follows what is typed elsewhere must not write over what that one has not sent yet.
const TEXT = "chat draft";
const UNSENT = "chat unsent";

export function textEntry({ userId, roomId }: DraftKey): string {
  return `${TEXT} ${userId} ${roomId}`;
}

function unsentEntry({ userId, roomId }: DraftKey): string {
  return `${UNSENT} ${userId} ${roomId}`;
}

const watchers = new Set<() => void>();

/** Calls `changed` when something was typed, or sent, in this tab or another of the browser. */
export function watchDrafts(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener("storage", changed);
  return () => {
    watchers.delete(changed);
    removeEventListener("storage", changed);
  };
}

/** What somebody typed in a room and did not send, in whatever tab; "" for nothing. */
export function loadText(key: DraftKey): string {
  return read(textEntry(key)) ?? "";
}

export function saveText(key: DraftKey, text: string): void {
  if (loadText(key) === text) return;
  write(textEntry(key), text === "" ? null : text);
  for (const changed of watchers) changed();
}

/** What somebody sent and the server did not take. */
export function loadUnsent(key: DraftKey): readonly Unsent[] {
  try {
    const kept: unknown = JSON.parse(read(unsentEntry(key)) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps what a tab has not sent (`now`) instead of what it had not (`before`), beside what other tabs have not. */
export function saveUnsent(key: DraftKey, before: readonly Unsent[], now: readonly Unsent[]): void {
  const own = new Set([...before, ...now].map(({ clientId }) => clientId));
  const unsent = [...loadUnsent(key).filter(({ clientId }) => !own.has(clientId)), ...now];
  write(unsentEntry(key), unsent.length === 0 ? null : JSON.stringify(unsent));
}

/** Leaves nothing of anybody but this person in the browser. */
export function clearDrafts(except: string | null): void {
  try {
    for (const entry of Object.keys(localStorage)) {
      const owner = [TEXT, UNSENT].find((kind) => entry.startsWith(`${kind} `)) && entry.split(" ")[2];
      if (owner !== undefined && owner !== except) localStorage.removeItem(entry);
    }
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

function read(entry: string): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
}

function write(entry: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(entry);
    else localStorage.setItem(entry, value);
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}
