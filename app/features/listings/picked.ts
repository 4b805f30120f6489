import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";

/** A listing that was selected on a page for a bulk action. */
export interface Picked {
  readonly type: string;
  readonly id: string;
  /**
   * When the listing was added, for example to the favourites, so that it can be restored with this date; null when it
   * cannot be restored.
   */
  readonly at: Date | null;
}

/** "racket:0198…", with the time in milliseconds as a third part if there is one. */
export function pickedText({ type, id, at }: Picked): string {
  return at === null ? `${type}:${id}` : `${type}:${id}:${at.getTime()}`;
}

/** "racket:0198…" */
export function keyText({ type, id }: ListingKey): string {
  return `${type}:${id}`;
}

export function readKey(text: string): ListingKey | null {
  const [type = "", id = "", more] = text.split(":");
  return more === undefined && categoryOfType(type) && isId(id) ? { type, id: id.toLowerCase() } : null;
}

/** Reads what `pickedText` wrote; null when it is something else. */
export function readPicked(text: string): Picked | null {
  const [type = "", id = "", at, more] = text.split(":");
  if (more !== undefined || !categoryOfType(type) || !isId(id)) return null;
  if (at === undefined) return { type, id, at: null };
  return /^\d{1,14}$/.test(at) ? { type, id, at: new Date(Number(at)) } : null;
}
