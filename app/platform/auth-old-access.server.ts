import { sql } from "kysely";
import type { Queries } from "./db.server.ts";

// Password reset links, trusted browsers that skip the second factor, and sign-ins that wait for the second factor. In
// these rows, the value is the user's id.
const OLD_WAYS = ["reset-password%", "trust-device-%", "2fa-%"];

/** Revokes what was issued under the user's old password or email address, except sessions. */
export async function revokeOldAccess(queries: Queries, userId: string): Promise<void> {
  await queries
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where((where) => where.or(OLD_WAYS.map((begin) => where("identifier", "like", begin))))
    .execute();
  // One-time codes are found by email address or phone number, as Better Auth stores them.
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
