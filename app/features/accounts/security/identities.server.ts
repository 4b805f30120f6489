import { db, type Queries } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import type { NewIdentity } from "#app/platform/providers.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { signInMethodMail } from "../mails.server.ts";
import { providerName } from "../provider-notices.server.ts";
import { userById } from "../queries.server.ts";
import { EVERY_PROVIDER, type Provider } from "../schema.ts";
import { requestDetails } from "./device-names.server.ts";

/** A sign-in method (the specification's `user.identities`). */
export interface Identity {
  readonly id: string;
  readonly way: "password" | Provider;
  readonly since: Date;
  /** Whether it can be used to sign in: a provider must be set up in the environment. */
  readonly works: boolean;
}

/** Whether a user can still sign in after the sign-in method `id` is removed. */
export function keepsASignInMethod(ways: readonly Pick<Identity, "id" | "works">[], id: string): boolean {
  return ways.some((way) => way.id !== id && way.works);
}

function isProvider(text: string): text is Provider {
  return EVERY_PROVIDER.some((provider) => provider === text);
}

/** The user's sign-in methods, oldest first. */
export async function identitiesOf(userId: string, queries: Queries = db()): Promise<Identity[]> {
  const rows = await queries
    .selectFrom("accounts")
    .select(["id", "provider_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.flatMap(({ id, provider_id: provider, created_at: since }): Identity[] => {
    if (provider === "credential") return [{ id, way: "password", since, works: true }];
    if (!isProvider(provider)) return [];
    return [{ id, way: provider, since, works: env().providers[provider] !== undefined }];
  });
}

/**
 * Removes a provider from the user's sign-in methods, but never the last method (the specification's DELETE
 * /user/identities/{id}). It locks the user, so that two tabs cannot remove the last two methods; Better Auth's
 * `unlinkAccount` has no lock.
 * @returns the name of the provider
 * @throws Refused "identities_gone" when the user has no such provider; "identities_last" when they could no longer sign
 * in without it
 */
export async function unlink(request: Request, userId: string, id: string): Promise<string> {
  return db()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
      const identities = await identitiesOf(userId, trx);
      const way = identities.find((identity) => identity.id === id)?.way;
      if (!way || way === "password") throw new Refused("identities_gone");
      if (!keepsASignInMethod(identities, id)) throw new Refused("identities_last");
      await trx.deleteFrom("accounts").where("user_id", "=", userId).where("id", "=", id).execute();
      const provider = providerName(way);
      const owner = await userById(userId, trx);
      const event = { change: "removed", provider, ...requestDetails(request) } as const;
      if (owner) await sendMail(signInMethodMail(owner, event), trx);
      await notifyAccount(userId, "way-removed", trx);
      return provider;
    });
}

/** Tells the owner of an account that a provider was added to its sign-in methods. */
export async function notifyLinked(
  request: Request,
  userId: string,
  provider: Provider,
  queries: Queries = db(),
): Promise<void> {
  const owner = await userById(userId, queries);
  const event = { change: "added", provider: providerName(provider), ...requestDetails(request) } as const;
  if (!owner) return;
  await sendMail(signInMethodMail(owner, event), queries);
  await notifyAccount(userId, "way-added", queries);
}

/**
 * Adds an account at a provider, which has just confirmed it, to the user's sign-in methods.
 * @throws Refused "identity_taken" when it belongs to another user
 */
export async function link(
  trx: Queries,
  request: Request,
  user_id: string,
  identity: NewIdentity,
): Promise<void> {
  const { provider_id: provider } = identity;
  if (!isProvider(provider)) throw new Error(`${provider} is no provider.`);
  const added = await trx
    .insertInto("accounts")
    .values({ user_id, ...identity })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) return notifyLinked(request, user_id, provider, trx);
  const before = await trx
    .selectFrom("accounts")
    .select("user_id")
    .where("provider_id", "=", provider)
    .where("account_id", "=", identity.account_id)
    .executeTakeFirst();
  if (before?.user_id !== user_id) throw new Refused("identity_taken", { provider: providerName(provider) });
}
