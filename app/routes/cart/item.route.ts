import { data, href, redirect } from "react-router";
import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { changeCart, notChanged } from "#app/features/cart/change.server.ts";
import { setInCart } from "#app/features/cart/commands.server.ts";
import { notDone, toggled } from "#app/features/listings/picked-answers.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
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
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  const form = await readForm(request, Object.keys(input.shape));
  const parsed = input.safeParse(Object.fromEntries(form ?? []));
  if (!parsed.success) return toggled(notDone(400, m.ui_error(), m.cart_failed()));
  const { type, id, cart: inCart } = parsed.data;
  let headers: Headers;
  try {
    headers = await changeCart(request, viewer, (store) => setInCart(store, viewer, { type, id }, inCart));
  } catch (error) {
    return toggled(notChanged(error));
  }
  const title = inCart ? m.cart_added() : m.cart_removed();
  if (isNavigation(request)) {
    return redirect(safeNext(pageOf(request)), { headers: flash(headers, { title, kind: "success" }) });
  }
  return toggled(data({ ok: true, title }, { headers }));
}

export function loader() {
  return redirect(href("/cart"));
}
