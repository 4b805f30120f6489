import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { newSecret } from "#app/features/api/secret.server.ts";
import { SESSION_SECONDS } from "#app/platform/auth-cookies.server.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { sessionEnd } from "#app/platform/session.server.ts";
import { SHOWS_USE } from "#app/platform/session-use.server.ts";
import { hashOf, signatureOf } from "#app/platform/signature.server.ts";

const ACCESS_PREFIX = "ssa_";
const REFRESH_PREFIX = "ssr_";

const ACCESS_SECONDS = 15 * 60;
/** So long, a client that did not get the answer may send its refresh token again. */
const LOST_ANSWER_SECONDS = 30;
/** Used refresh tokens are kept so long, to notice that one comes again. */
const USED_DAYS = 30;

/** The tokens of a session. `expires_at` is in seconds since 1970. */
export interface SessionTokens {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
}

/** The first tokens of a session that has just begun. */
export async function tokensFor(session: string): Promise<SessionTokens> {
  const refresh = newSecret(REFRESH_PREFIX);
  return db()
    .transaction()
    .execute(async (trx) => {
      const { id } = await trx
        .selectFrom("sessions")
        .select("id")
        .where("token", "=", session)
        .executeTakeFirstOrThrow();
      await trx.insertInto("refresh_tokens").values({ hash: refresh.hash, session_id: id }).execute();
      return withAccess(trx, id, refresh.secret);
    });
}

async function withAccess(trx: Transaction<DB>, session_id: string, refresh: string): Promise<SessionTokens> {
  const access = newSecret(ACCESS_PREFIX);
  const expires = new Date(Date.now() + ACCESS_SECONDS * 1000);
  await trx
    .insertInto("access_tokens")
    .values({ hash: access.hash, session_id, expires_at: expires })
    .execute();
  return {
    access_token: access.secret,
    token_type: "bearer",
    expires_in: ACCESS_SECONDS,
    expires_at: Math.floor(expires.getTime() / 1000),
    refresh_token: refresh,
  };
}

/**
 * The people of access tokens with these hashes, and the tokens of their sessions. They are looked up for each request, so
 * they end at once with their session, and when their person is suspended.
 */
export async function readAccessTokens(
  hashes: readonly string[],
): Promise<Map<string, { viewer: Viewer; session: string; showsUse: boolean }>> {
  const rows = await prepared<Viewer & { hash: string; session: string; showsUse: boolean }>(sql`
    select access_tokens.hash, users.id, users.email, profiles.username, sessions.token as session,
      ${SHOWS_USE} as "showsUse"
    from access_tokens join sessions on sessions.id = access_tokens.session_id
      join users on users.id = sessions.user_id join profiles on profiles.id = users.id
    where access_tokens.hash = any(${hashes}::text[]) and access_tokens.expires_at > now() and ${sessionEnd()} > now()
      and coalesce(profiles.suspended_until <= now(), true)
  `);
  return new Map(rows.map(({ hash, session, showsUse, ...viewer }) => [hash, { viewer, session, showsUse }]));
}

/** When a session that is used now ends unless it is used again. */
function laterEnd(): RawBuilder<Date> {
  return sql<Date>`
    least(now() + make_interval(secs => ${SESSION_SECONDS}), created_at + make_interval(days => ${env().sessionDays}))
  `;
}

/** The device that holds a session, for the list of its person's devices. */
interface Holder {
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** Extends a session, which this device holds now. @returns its token; null when it has ended */
export async function extendSession(
  trx: Transaction<DB>,
  id: string,
  holder: Holder,
): Promise<{ token: string; user_id: string } | null> {
  const row = await trx
    .updateTable("sessions")
    .set({ ...holder, expires_at: laterEnd(), updated_at: sql<Date>`now()`, used_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where(sessionEnd(), ">", sql<Date>`now()`)
    .returning(["token", "user_id"])
    .executeTakeFirst();
  return row ?? null;
}

/** Who sent the request, for the list of devices. */
export function holderOf(request: Request): Holder {
  return { ip_address: request.headers.get("x-client-ip"), user_agent: request.headers.get("user-agent") };
}

interface Refreshed {
  readonly tokens: SessionTokens;
  /** The token of the session. */
  readonly session: string;
}

/**
 * Takes a refresh token, once, for new tokens, and extends its session. The same token gets the same refresh token for
 * half a minute, if that was not used meanwhile. Later, the token must have been copied: the session ends.
 * @throws Refused "too_often", "refresh_token_invalid"
 */
export async function refreshTokens(request: Request, token: string): Promise<Refreshed> {
  await limit("token_client", clientAddress(request));
  const holder = holderOf(request);
  const outcome = await db()
    .transaction()
    .execute(async (trx): Promise<Refreshed | { readonly ended: string } | null> => {
      const refresh = await trx
        .selectFrom("refresh_tokens")
        .select("session_id")
        .where("hash", "=", hashOf(token))
        .executeTakeFirst();
      // Locks the session first, as what ends it does, and makes requests with the same token wait for each other.
      const session = refresh && (await extendSession(trx, refresh.session_id, holder));
      if (!session) return null;
      const next = await successorOf(trx, token, refresh.session_id);
      if (next === null) {
        await trx.deleteFrom("sessions").where("id", "=", refresh.session_id).execute();
        return { ended: session.user_id };
      }
      await trx
        .deleteFrom("access_tokens")
        .where("session_id", "=", refresh.session_id)
        .where("expires_at", "<", sql<Date>`now()`)
        .execute();
      return { tokens: await withAccess(trx, refresh.session_id, next), session: session.token };
    });
  if (outcome && "ended" in outcome) await publishSessionsEnded(outcome.ended);
  if (!outcome || "ended" in outcome) throw new Refused("refresh_token_invalid");
  return outcome;
}

/** The refresh token after this one, which is used up; null when it was used up before. */
async function successorOf(trx: Transaction<DB>, token: string, session_id: string): Promise<string | null> {
  // Made from the token and our secret, so that it need not be stored to be handed out again.
  const next = newSecret(
    REFRESH_PREFIX,
    Buffer.from(signatureOf(`refresh token after ${token}`), "base64url").subarray(0, 30),
  );
  const used = await trx
    .updateTable("refresh_tokens")
    .set({ used_at: sql<Date>`now()` })
    .where("hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (used) {
    await trx.insertInto("refresh_tokens").values({ hash: next.hash, session_id }).execute();
    return next.secret;
  }
  const { rows } = await sql<{ hash: string }>`
    select next.hash from refresh_tokens join refresh_tokens as next on next.hash = ${next.hash}
    where refresh_tokens.hash = ${hashOf(token)} and next.used_at is null
      and refresh_tokens.used_at > now() - make_interval(secs => ${LOST_ANSWER_SECONDS})
  `.execute(trx);
  return rows.length > 0 ? next.secret : null;
}

/** Ends the tokens of a program's session, which goes on with new ones. @param session its token */
export async function endTokens(session: string): Promise<void> {
  const ofSession = db().selectFrom("sessions").select("id").where("token", "=", session);
  await db().deleteFrom("refresh_tokens").where("session_id", "in", ofSession).execute();
  await db().deleteFrom("access_tokens").where("session_id", "in", ofSession).execute();
}

/** Deletes tokens that work no more. Those of ended sessions went with these. A job does it. */
export async function deleteOldTokens(): Promise<void> {
  await sql`delete from access_tokens where expires_at < now()`.execute(db());
  await sql`
    delete from refresh_tokens where used_at < now() - make_interval(days => ${USED_DAYS})
  `.execute(db());
}
