import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { termsVersion } from "./queries.server.ts";

/**
 * Stores that a person accepted this version of the terms. It stores nothing if this is no longer the current one: the
 * person has not seen the new version, and is asked to accept it. Returns "changed" then.
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

/** Like `recordAcceptance`, with a rate limit, for the page that asks for acceptance. */
export async function acceptTerms(
  userId: string,
  version: string,
): Promise<{ kind: "accepted" | "changed" }> {
  await limit("terms", userId);
  return recordAcceptance(userId, version);
}

/** Deletes the acceptances of an account that another person created with the owner's email address. */
export async function deleteAcceptances(userId: string, queries: Queries): Promise<void> {
  await queries.deleteFrom("terms_acceptances").where("user_id", "=", userId).execute();
}
