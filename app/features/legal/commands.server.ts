import { getLocale } from "#app/paraglide/runtime.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { termsVersion } from "./queries.server.ts";

/**
 * Stores that a person accepted this version of the terms. It stores nothing if this is no longer the current one: the
 * person has not seen the new version, and is asked to accept it. Returns false then.
 */
export async function recordAcceptance(
  userId: string,
  version: string | undefined,
  queries: Queries = db(),
): Promise<boolean> {
  if (version === undefined || version !== (await termsVersion())) return false;
  await queries
    .insertInto("terms_acceptances")
    .values({ user_id: userId, version, language: getLocale() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Accepts the version that the page showed. @throws Refused "too_often"; "terms_changed" when it is an older one */
export async function acceptTerms(userId: string, version: string): Promise<void> {
  await limit("terms", userId);
  if (!(await recordAcceptance(userId, version))) throw new Refused("terms_changed");
}

/** Deletes the acceptances of an account that another person created with the owner's email address. */
export async function deleteAcceptances(userId: string, queries: Queries): Promise<void> {
  await queries.deleteFrom("terms_acceptances").where("user_id", "=", userId).execute();
}
