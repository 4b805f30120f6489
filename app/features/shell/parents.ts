import { href } from "react-router";

/** The pages that the entries of /me and of the header lead to. */
const OF_A_PERSON: readonly string[] = [
  href("/profile"),
  href("/profile/security"),
  href("/profile/reviews"),
  href("/my-earnings"),
  href("/my-listings"),
  href("/orders"),
  href("/offers"),
  href("/favorites"),
  href("/recently-viewed"),
  href("/cart"),
  href("/notifications"),
  href("/reports"),
  href("/preferences/sizes"),
  href("/preferences/region"),
  href("/help"),
];

/** Pages whose parent is the page that their path names without its last part. */
const BELOW_ANOTHER =
  /^\/(notifications\/settings|orders\/[^/]+\/review|sell\/individual|sell\/business(\/(stock|overview|trader|feeds(\/[^/]+)?|api(\/webhooks(\/[^/]+)?)?))?|[a-z]+\/models(\/[^/]+)?)$/;

/** A file or a feed leads to answers, and no list of their own. */
const BELOW_BUSINESS = /^\/sell\/business\/answers\/[^/]+$/;

/** Signed-out reporters have no list of their reports. */
const SENT_REPORT = /^\/reports\/[^/]+$/;

const SELLER = /^\/sellers\/[^/]+$/;

/**
 * The page to which Back leads on a phone that came from no other page of the shop. Null: the pages of the tab bar and
 * of a category, which have the logo, and those with a way back of their own, such as a listing and an order.
 *
 * @param pathname without the language
 */
export function parentOf(pathname: string, signedIn: boolean): string | null {
  if (OF_A_PERSON.includes(pathname)) return signedIn ? href("/me") : href("/");
  if (BELOW_ANOTHER.test(pathname)) return pathname.slice(0, pathname.lastIndexOf("/"));
  if (BELOW_BUSINESS.test(pathname)) return href("/sell/business");
  if (SENT_REPORT.test(pathname)) return signedIn ? href("/reports") : href("/");
  if (SELLER.test(pathname)) return href("/search");
  return pathname === href("/safety") || pathname === href("/api/docs") ? href("/help") : null;
}
