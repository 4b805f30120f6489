import { redirect } from "react-router";
import { tidyUsername } from "#app/domain/username.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { nameAfter, type SellerRow, sellerByUsername } from "./queries.server.ts";

/**
 * The seller whose username a URL has. Another spelling of it, and a former username, redirect.
 * @param addressOf the URL for a username
 * @throws a redirect; Refused "seller_not_found"
 */
export async function sellerAt(
  parameter: string | undefined,
  addressOf: (username: string) => string,
): Promise<SellerRow> {
  // A username may contain the text "%2F", which the router decoded to "/". No username contains "/" itself.
  const username = (parameter ?? "").replaceAll("/", "%2F");
  const row = await sellerByUsername(tidyUsername(username));
  if (!row) {
    const newName = await nameAfter(tidyUsername(username));
    if (newName !== null) throw redirect(addressOf(newName));
    throw new Refused("seller_not_found");
  }
  // Not permanent, because a name may change its case again.
  if (row.username !== username) throw redirect(addressOf(row.username));
  return row;
}
