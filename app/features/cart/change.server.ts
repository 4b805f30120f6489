import type { Viewer } from "#app/domain/viewer.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { cartOf } from "./cart.server.ts";
import type { CartStore } from "./cart-store.ts";

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
