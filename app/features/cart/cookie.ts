import { categoryOfType } from "#app/domain/categories/registry.ts";
import { cookieIn } from "#app/domain/cookie-name.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { MAX_IN_CART } from "./cart-store.ts";

export const CART_COOKIE = "cart";
/** The cookie of a message to a seller that was written before signing in. */
export const DRAFT_COOKIE = "cart-note";

/** Parses a visitor's cart, newest first. Invalid, duplicate and surplus entries are dropped. */
export function cartIn(cookies: string | null): ListingKey[] {
  const keys = new Map<string, ListingKey>();
  for (const part of (cookieIn(cookies, CART_COOKIE) ?? "").split("~").slice(0, MAX_IN_CART.visitor * 2)) {
    const [type = "", id = ""] = part.split(".");
    if (keys.size < MAX_IN_CART.visitor && categoryOfType(type) && isId(id))
      keys.set(id.toLowerCase(), { type, id: id.toLowerCase() });
  }
  return [...keys.values()];
}

export function cartText(keys: readonly ListingKey[]): string {
  return keys.map(({ type, id }) => `${type}.${id}`).join("~");
}
