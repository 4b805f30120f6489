import { cookieIn } from "#app/domain/cookie-name.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import type { Picked } from "#app/features/listings/picked.ts";
import { setCookie } from "#app/platform/cookies.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { viewerOf, visitOf } from "#app/platform/session.server.ts";
import type { CartStore } from "./cart-store.ts";
import { accountCart, mergeIntoCart, visitorCart } from "./commands.server.ts";
import { CART_COOKIE, cartIn, cartText } from "./cookie.ts";
import { cartIds } from "./queries.server.ts";

const YEAR_SECONDS = 31_536_000;

/** A Set-Cookie value that scripts cannot read. An empty value deletes the cookie. */
export function cartCookie(name: string, value: string, seconds = YEAR_SECONDS): string {
  return setCookie(name, value, value === "" ? 0 : seconds);
}

const carts = new WeakMap<Request, Promise<CartStore>>();

/**
 * The cart of the caller. When a signed-in user still has a visitor's cart, it is merged into the account's cart. This
 * works for every way to sign in, because the first page after signing in calls this function
 * (docs/decisions/0046-cart.md).
 */
export function cartOf(request: Request): Promise<CartStore> {
  const cached = carts.get(request);
  if (cached) return cached;
  const cart = readCart(request);
  carts.set(request, cart);
  return cart;
}

async function readCart(request: Request): Promise<CartStore> {
  const cookies = request.headers.get("cookie");
  const brought = cartIn(cookies);
  const viewer = await viewerOf(request);
  if (!viewer) return visitorCart(brought, (keys) => cartCookie(CART_COOKIE, cartText(keys)));
  if (cookieIn(cookies, CART_COOKIE) === null) return accountCart(viewer, []);
  const now = Date.now();
  await mergeIntoCart(
    viewer.id,
    brought.map(({ type, id }, place): Picked => ({ type, id, at: new Date(now - place) })),
  );
  return accountCart(viewer, [cartCookie(CART_COOKIE, "")]);
}

/**
 * The ids of the listings in the cart, which the layout of every page needs, and the cookies to set. It never fails:
 * when the cart cannot be read, the page is rendered with an empty cart.
 */
export async function cartForLayout(
  request: Request,
): Promise<{ cart: string[]; cookies: readonly string[] }> {
  try {
    const cart = await cartOf(request);
    const visit = await visitOf(request);
    const cookies = cart.cookies();
    // The cart was already read together with the session, unless a visitor's cart has been merged into it since.
    if (visit && cookies.length === 0) return { cart: [...cartIds(visit)], cookies };
    return { cart: (await cart.items()).map(({ id }) => id), cookies };
  } catch (error) {
    logger.error({ err: error }, "a cart could not be read");
    return { cart: [], cookies: [] };
  }
}

/**
 * Changes the caller's cart. Returns headers with the cookies to set.
 * @throws Refused "too_often", or what `change` throws
 */
export async function changeCart(
  request: Request,
  viewer: Viewer | null,
  change: (store: CartStore) => Promise<void>,
): Promise<Headers> {
  await (viewer ? limit("cart", viewer.id) : limit("cart_client", clientAddress(request)));
  const store = await cartOf(request);
  await change(store);
  return new Headers(store.cookies().map((cookie) => ["set-cookie", cookie]));
}
