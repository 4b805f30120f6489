import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { deleteOldRequests, KEPT } from "./idempotency.server.ts";
import { EXPIRED_KEPT_DAYS, type KeyInput, MAX_KEYS } from "./keys-schema.ts";
import { KEY_PREFIX, newSecret } from "./secret.server.ts";

const isExpired = sql<boolean>`coalesce(expires_at <= now(), false)`;

/** The keys of a person without their hashes, the newest first. */
export function apiKeysOf(userId: string) {
  return db()
    .selectFrom("api_keys")
    .select(["id", "name", "hint", "scopes", "origins", "created_at", "expires_at", "used_at", "used_from"])
    .select(isExpired.as("is_expired"))
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
}

/** How many keys of a person are valid. */
export async function validKeysOf(userId: string, queries: Queries = db()): Promise<number> {
  const { count } = await queries
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where(isExpired, "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Adds a key of a person. Only its hash is stored, so nobody can read the secret later.
 * @param tell tells the person about it in the same transaction
 * @returns the secret
 * @throws Refused "too_often", "keys_many"
 */
export async function addApiKey(
  viewer: Viewer,
  { name, scopes, lifetime, origins }: KeyInput,
  tell: (trx: Queries) => Promise<unknown>,
): Promise<string> {
  await limit("key_write", viewer.id);
  const { secret, hash, hint } = newSecret(KEY_PREFIX);
  const days = lifetime === "never" ? null : Number(lifetime);
  await db()
    .transaction()
    .execute(async (trx) => {
      // Locks the person, so that concurrent forms cannot exceed the limit.
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(trx);
      if ((await validKeysOf(viewer.id, trx)) >= MAX_KEYS) throw new Refused("keys_many", { max: MAX_KEYS });
      const expires_at = days === null ? null : sql<Date>`now() + make_interval(days => ${days})`;
      await trx
        .insertInto("api_keys")
        .values({ user_id: viewer.id, name, hash, hint, scopes: [...new Set(scopes)], origins, expires_at })
        .execute();
      await tell(trx);
    });
  return secret;
}

/**
 * The name of a key that is in use, which stays until the transaction ends.
 * @throws Refused "key_invalid" if it was revoked
 */
export async function keptKeyName(trx: Queries, id: string): Promise<string> {
  const key = await trx
    .selectFrom("api_keys")
    .select("name")
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  if (!key) throw new Refused("key_invalid");
  return key.name;
}

/**
 * Ends a key and its event streams at once.
 * @param endToo ends in the same transaction what the key has set up
 * @throws Refused "too_often", "key_gone"
 */
export async function revokeApiKey<Ended>(
  viewer: Viewer,
  id: string,
  endToo: (trx: Queries) => Promise<Ended>,
): Promise<Ended> {
  await limit("key_write", viewer.id);
  const ended = await db()
    .transaction()
    .execute(async (trx) => {
      const ofViewer = trx.selectFrom("api_keys").where("id", "=", id).where("user_id", "=", viewer.id);
      // Locked first, so that what a request sets up with it at the same moment ends too.
      const key = isId(id) ? await ofViewer.select("id").forUpdate().executeTakeFirst() : undefined;
      if (!key) throw new Refused("key_gone");
      const endedWithIt = await endToo(trx);
      await trx.deleteFrom("api_keys").where("id", "=", id).execute();
      return endedWithIt;
    });
  await publishSessionsEnded(viewer.id);
  return ended;
}

const isLongExpired = sql<boolean>`expires_at < now() - make_interval(days => ${EXPIRED_KEPT_DAYS})`;

async function deleteLongExpiredKeys(): Promise<void> {
  await db().deleteFrom("api_keys").where(isLongExpired).execute();
}

export const apiJobs: JobHandlers = {
  "api-sweep": {
    work: async () => {
      await deleteOldRequests();
      await deleteLongExpiredKeys();
    },
    cron: "27 * * * *",
    due: sql<boolean>`exists (select from api_requests where started_at < now() - ${KEPT})
      or exists (select from api_keys where ${isLongExpired})`,
  },
};
