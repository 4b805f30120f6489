import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { termsVersion } from "./queries.server.ts";

/**
 * Stores that a person accepted this version of the terms. It stores nothing when the terms are others by now: then the
 * person has not seen them, and is asked.
 */
export async function recordAcceptance(
  userId: string,
  version: string | undefined,
  queries: Queries = db(),
): Promise<{ kind: "accepted" | "changed" }> {
  if (version === undefined || version !== (await termsVersion())) return { kind: "changed" };
  await queries
    .insertInto("terms_acceptances")
    .values({ user_id: userId, version, language: getLocale() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { kind: "accepted" };
}

/** The same for the button of the page that asks. */
export async function acceptTerms(
  userId: string,
  version: string,
): Promise<{ kind: "accepted" | "changed" }> {
  await limit("terms", userId);
  return recordAcceptance(userId, version);
}

/** For an account that another person created with the owner's address. */
export async function deleteAcceptances(userId: string, queries: Queries): Promise<void> {
  await queries.deleteFrom("terms_acceptances").where("user_id", "=", userId).execute();
}
