import { href, redirect } from "react-router";
import { safeNext, withNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "./flash.server.ts";

/** Why a page requires a sign-in, by the beginning of its path. The first match counts. */
const REASONS: readonly (readonly [string, () => string])[] = [
  [href("/messages"), () => m.sign_in_for_messages()],
  [href("/notifications"), () => m.notices_sign_in()],
  [href("/favorites"), () => m.favorites_sign_in_to_view()],
  [href("/search/saved"), () => m.saved_sign_in()],
  [href("/recently-viewed"), () => m.sign_in_for_recent()],
  [href("/my-listings"), () => m.sign_in_for_listings()],
  [href("/my-earnings"), () => m.sign_in_for_earnings()],
  [href("/buy"), () => m.sign_in_for_buying()],
  [href("/offers"), () => m.sign_in_for_offers()],
  [href("/orders"), () => m.sign_in_for_orders()],
  [href("/deals"), () => m.sign_in_for_orders()],
  ["/reviews", () => m.sign_in_for_reviews()],
  [href("/sell"), () => m.sign_in_for_selling()],
  [href("/profile"), () => m.sign_in_for_profile()],
  [href("/cart"), () => m.chat_sign_in_text()],
];

/**
 * The redirect to the sign-in page, which shows the reason as a toast and then returns to `next` (A2.67, M2.22).
 * @param why a sentence; default: the reason for the page `next`
 * @param options `title` of the toast, and further headers of the redirect
 */
export function signInRedirect(
  next: string,
  why = reasonOf(next),
  options: { title?: string; headers?: Headers } = {},
): Response {
  const { title = m.listing_authentication_required(), headers = new Headers() } = options;
  flash(headers, { title, description: why, kind: "error" });
  return redirect(withNext(href("/auth"), safeNext(next)), { headers });
}

function reasonOf(next: string): string {
  const [path = ""] = next.split(/[?#]/);
  const reason = REASONS.find(([start]) => `${path}/`.startsWith(`${start}/`));
  return reason?.[1]() ?? m.sign_in_to_go_on();
}
