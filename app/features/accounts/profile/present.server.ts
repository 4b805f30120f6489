import { loadedWith } from "#app/domain/edit-merge.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import type { PendingEmail } from "./email-change.server.ts";
import type { ProfileRow } from "./queries.server.ts";
import type { PendingEmailView, ProfileView } from "./view.ts";

/** A profile for its owner only: it contains private fields. */
export function presentProfile(row: ProfileRow): ProfileView {
  const values = {
    username: row.username,
    full_name: row.full_name ?? "",
    email: shownEmail(row.email ?? ""),
    phone: row.phone ?? "",
    shipping_address: row.shipping_address ?? "",
    billing_address: row.billing_address ?? "",
  };
  return { values, avatarUrl: row.avatar_url, loaded: loadedWith(values) };
}

/** The change of the email address that waits for a click on the mailed link; null when no link was sent yet. */
export function presentPendingEmail(
  owner: { readonly email: string },
  pending: PendingEmail | null,
): PendingEmailView | null {
  if (!pending || pending.at === "wished") return null;
  return { from: shownEmail(owner.email), to: shownEmail(pending.to), at: pending.at };
}
