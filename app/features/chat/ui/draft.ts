import { personEntry } from "#app/ui/person-entries.ts";
import type { Unsent } from "../thread.ts";

export type DraftKey = { readonly userId: string; readonly roomId: string };

/** The key in `localStorage` of a typed text. */
export function textEntry({ userId, roomId }: DraftKey): string {
  return personEntry("chat draft", userId, roomId);
}

/** The key in `localStorage` of the unsent messages. */
export function unsentEntry({ userId, roomId }: DraftKey): string {
  return personEntry("chat unsent", userId, roomId);
}

const watchers = new Set<() => void>();

export function watchDrafts(changed: () => void): () => void {
  watchers.add(changed);
  addEventListener("storage", changed);
  return () => {
    watchers.delete(changed);
    removeEventListener("storage", changed);
  };
}

/** The text that a user typed in a room and did not send, in any tab of the browser. "" if there is none. */
export function loadText(key: DraftKey): string {
  return read(textEntry(key)) ?? "";
}

export function saveText(key: DraftKey, text: string): void {
  if (loadText(key) === text) return;
  write(textEntry(key), text === "" ? null : text);
  for (const changed of watchers) changed();
}

export function loadUnsent(key: DraftKey): readonly Unsent[] {
  return parsed(read(unsentEntry(key)));
}

export function removedIds(before: string | null, now: string | null): string[] {
  const current = new Set(parsed(now).map(({ clientId }) => clientId));
  return parsed(before)
    .map(({ clientId }) => clientId)
    .filter((id) => !current.has(id));
}

function parsed(entry: string | null): readonly Unsent[] {
  try {
    const stored: unknown = JSON.parse(entry ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Replaces a tab's unsent messages (`before`) with its current ones (`now`), and keeps those of other tabs. The order
 * stays the same, because messages are sent in this order.
 */
export function saveUnsent(key: DraftKey, before: readonly Unsent[], now: readonly Unsent[]): void {
  const current = new Set(now.map(({ clientId }) => clientId));
  const removed = new Set(before.map(({ clientId }) => clientId).filter((id) => !current.has(id)));
  const stored = loadUnsent(key).filter(({ clientId }) => !removed.has(clientId));
  // A `Map` keeps a key where it was first inserted, with its last value.
  const unsent = [...new Map([...stored, ...now].map((one) => [one.clientId, one])).values()];
  write(unsentEntry(key), unsent.length === 0 ? null : JSON.stringify(unsent));
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
    // Storage is full or forbidden: the draft lives only as long as the page.
  }
}
