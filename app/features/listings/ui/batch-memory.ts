import type { BatchView } from "../view.ts";

/** Kept for each history entry, so that Back restores the list with its batches of cards. */
export interface BatchMemory {
  /** The number of the last batch that was shown. */
  readonly last: number;
  /** How many more batches load without a press on the button. */
  readonly credit: number;
  readonly views: ReadonlyMap<number, BatchView>;
  readonly near: ReadonlySet<number>;
  /** In px, by the number of the batch: the space of a batch whose cards are not rendered. */
  readonly heights: ReadonlyMap<number, number>;
  /** The loader's data that these batches belong to. Another object means that the loader ran again. */
  readonly fresh: unknown;
}

export function entryOf(key: string, list: { readonly path: string; readonly query: string }): string {
  return `${key} ${list.path}?${list.query}`;
}

const MAX_ENTRIES = 20;
const memories = new Map<string, BatchMemory>();

export function remember(entry: string, memory: BatchMemory): void {
  memories.delete(entry);
  memories.set(entry, memory);
  const [oldest] = memories.keys();
  if (memories.size > MAX_ENTRIES && oldest !== undefined) memories.delete(oldest);
}

export function remembered(entry: string): BatchMemory | undefined {
  return memories.get(entry);
}

/** The part of a list's state that outlives the document: for a reload, and for Back from another site. */
export interface ListSnapshot {
  readonly last: number;
  readonly heights: readonly (readonly [number, number])[];
  readonly scrolled: number;
}

const keyOf = (entry: string) => `list ${entry}`;

export function storeSnapshot(entry: string, snapshot: ListSnapshot): void {
  try {
    sessionStorage.setItem(keyOf(entry), JSON.stringify(snapshot));
  } catch {
    // Where storage is forbidden, the visitor returns to the start of the list.
  }
}

/** Null unless the document was loaded by a reload, Back or Forward. */
export function storedSnapshot(entry: string): ListSnapshot | null {
  const [arrival] = performance.getEntriesByType("navigation");
  const isBack =
    arrival instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(arrival.type);
  if (!isBack) return null;
  try {
    const snapshot: unknown = JSON.parse(sessionStorage.getItem(keyOf(entry)) ?? "null");
    return isSnapshot(snapshot) ? snapshot : null;
  } catch {
    return null;
  }
}

function isSnapshot(value: unknown): value is ListSnapshot {
  if (typeof value !== "object" || value === null) return false;
  const { last, heights, scrolled } = value as Record<string, unknown>;
  return Number.isInteger(last) && Array.isArray(heights) && typeof scrolled === "number";
}
