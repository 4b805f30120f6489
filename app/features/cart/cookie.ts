import { categoryOfType } from "#app/domain/categories/registry.ts";
import { withoutPrefix } from "#app/domain/cookie-name.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/features/listings/queries.server.ts";
import { MAX_IN_CART } from "./rules.ts";

/** The cookie of a visitor's cart, and of what they wrote to a seller before they signed in. */
export const CART_COOKIE = "cart";
export const DRAFT_COOKIE = "cart-note";

/** The value of a cookie that a Cookie header brings; null when it brings none. */
export function cookieIn(cookies: string | null, name: string): string | null {
  const pair = cookies
    ?.split(/;\s*/)
    .map(withoutPrefix)
    .find((one) => one.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

/** A visitor's cart, the latest first. What is no listing of ours, or there twice, or beyond the most, is not in it. */
export function cartIn(cookies: string | null): ListingKey[] {
  const keys = new Map<string, ListingKey>();
  for (const part of (cookieIn(cookies, CART_COOKIE) ?? "").split("~").slice(0, MAX_IN_CART.visitor * 2)) {
    const [type = "", id = ""] = part.split(".");
    if (keys.size < MAX_IN_CART.visitor && categoryOfType(type) && isId(id))
      keys.set(id.toLowerCase(), { type, id: id.toLowerCase() });
  }
  return [...keys.values()];
}

/** The value that `cartIn` reads. */
export function cartText(keys: readonly ListingKey[]): string {
  return keys.map(({ type, id }) => `${type}.${id}`).join("~");
}
