import type { PendingEmail } from "./email-change.server.ts";
import type { ProfileRow } from "./queries.server.ts";
import type { PendingEmailView, ProfileView } from "./view.ts";

/** A profile for its owner, and nobody else: it holds all that is private. */
export function presentProfile(row: ProfileRow): ProfileView {
  return {
    values: {
      username: row.username,
      full_name: row.full_name ?? "",
      email: row.email ?? "",
      phone: row.phone ?? "",
      shipping_address: row.shipping_address ?? "",
      billing_address: row.billing_address ?? "",
    },
    avatarUrl: row.avatar_url,
    version: row.version,
  };
}

/** Which link is waited for; a wish that nothing was sent for is none. */
export function presentPendingEmail(
  owner: { readonly email: string },
  pending: PendingEmail | null,
): PendingEmailView | null {
  if (!pending || pending.at === "wished") return null;
  return { from: owner.email, to: pending.to, at: pending.at };
}
