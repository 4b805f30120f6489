import { href, redirect } from "react-router";
import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { changeCart } from "#app/features/cart/cart.server.ts";
import { setInCart } from "#app/features/cart/commands.server.ts";
import { toggleToast } from "#app/features/listings/picked.server.ts";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/item.route";

const input = z.object({
  type: z.string().refine((type) => categoryOfType(type) !== undefined),
  id: z.string().refine(isId),
  cart: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/**
 * Adds one listing to the cart or removes it. This route renders no page, so that the cart button loads no other code
 * (decision 0057).
 */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema: input,
    coerces: false,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    failed: () => m.cart_failed(),
    async command({ type, id, cart: inCart }, viewer) {
      const headers = await changeCart(request, viewer, (store) =>
        setInCart(store, viewer, { type, id }, inCart),
      );
      return { headers, toast: toggleToast(inCart ? m.cart_added() : m.cart_removed()) };
    },
  });
}

export function loader() {
  return redirect(href("/cart"));
}
