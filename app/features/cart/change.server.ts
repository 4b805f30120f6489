import type { Viewer } from "#app/domain/viewer.ts";
import { notDone } from "#app/features/listings/picked-answers.server.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { clientAddress, limitMessage } from "#app/platform/rate-limit.server.ts";
import { cartOf } from "./cart.server.ts";
import type { CartStore } from "./cart-store.ts";
import type { CartRefusal } from "./commands.server.ts";

/** Counts a change of the cart. Returns the message when the rate limit is exceeded, else null. */
export function cartLimitMessage(request: Request, viewer: Viewer | null): Promise<string | null> {
  return viewer ? limitMessage("cart", viewer.id) : limitMessage("cart_client", clientAddress(request));
}

type Changed =
  | { readonly headers: Headers }
  | { readonly refusal: readonly [status: number, message: string] };

/** Changes the caller's cart. Returns the cookies to set, or why it did not change. */
export async function changed(
  request: Request,
  change: (keeper: CartStore) => Promise<CartRefusal | null>,
): Promise<Changed> {
  try {
    const keeper = await cartOf(request);
    const refusal = await change(keeper);
    if (refusal !== null) return { refusal: refusalText(refusal) };
    return { headers: new Headers(keeper.cookies().map((cookie) => ["set-cookie", cookie])) };
  } catch (error) {
    logger.error({ err: error }, "a cart could not be changed");
    return { refusal: [500, m.cart_failed()] };
  }
}

function refusalText(refusal: CartRefusal): readonly [number, string] {
  if (typeof refusal === "object") return [409, m.cart_full({ count: refusal.full })];
  if (refusal === "own") return [403, m.favorites_own()];
  return refusal === "not_found" ? [404, m.favorites_gone()] : [409, m.favorites_gone()];
}

export function notChanged(status: number, message: string) {
  return notDone(status, m.ui_error(), message);
}
