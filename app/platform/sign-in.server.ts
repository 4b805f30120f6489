import { href, redirect } from "react-router";
import { OPEN_CHAT } from "#app/domain/chat-message.ts";
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

/** What a visitor wanted to do when they were asked to sign in, by the beginning of the page that they return to. */
const WISHES: readonly (readonly [string, () => string])[] = [
  [href("/offers/new"), () => m.sign_in_why_offer()],
  [href("/buy"), () => m.sign_in_why_buy()],
  [href("/sell"), () => m.sign_in_why_sell()],
  [href("/cart"), () => m.sign_in_why_chat()],
];

/**
 * The sentence beside the forms of the sign-in page: why the page `next` needs an account; null for "/". `acts`: the
 * visitor wanted to do something with others, which newcomers do as often as people with an account.
 */
export function whySignIn(next: string): { text: string; acts: boolean } | null {
  if (next === "/") return null;
  const [path = ""] = next.split(/[?#]/);
  if (next === path + OPEN_CHAT) return { text: m.sign_in_why_chat(), acts: true };
  const wish = WISHES.find(([start]) => `${path}/`.startsWith(`${start}/`));
  if (wish) return { text: wish[1](), acts: true };
  if (path === href("/favorites")) return { text: m.sign_in_why_save(), acts: false };
  const text = reasonOf(next);
  return text === m.sign_in_to_go_on() ? null : { text, acts: false };
}

/**
 * The redirect to the sign-in page, which shows the reason as a toast and then returns to `next`.
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
