import { sql } from "kysely";
import type { Queries } from "./db.server.ts";

// The identifiers of rows in `verifications` whose value is the id of the user: password reset links, trusted browsers
// that skip the second factor, and sign-ins that wait for the second factor.
const OLD_WAYS = ["reset-password%", "trust-device-%", "2fa-%"];

/**
 * Called after a change of password or email address. Revokes older reset links, trusted browsers, half-finished
 * sign-ins and one-time codes for signing in. Sessions stay.
 */
export async function revokeOldAccess(queries: Queries, userId: string): Promise<void> {
  await queries
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where((where) => where.or(OLD_WAYS.map((begin) => where("identifier", "like", begin))))
    .execute();
  // Better Auth stores one-time codes under the email address or phone number. After a change of the address, this
  // finds only the codes for the new one; codes for the old one no longer find the account.
  await queries
    .deleteFrom("verifications")
    .using("users")
    .where("users.id", "=", userId)
    .where((where) =>
      where.or([
        where("identifier", "=", sql<string>`'sign-in-otp-' || users.email`),
        where("identifier", "=", where.ref("users.phone_number")),
      ]),
    )
    .execute();
}
