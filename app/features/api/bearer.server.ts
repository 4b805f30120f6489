import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { clientAddress } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { continueAsSession } from "#app/platform/session.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import type { Access } from "./operation.server.ts";
import { allows } from "./scopes.ts";
import { isKey, KEY_PREFIX } from "./secret.server.ts";

/** Who calls an operation. */
export interface Caller {
  readonly viewer: Viewer;
  /** What its requests are counted by. */
  readonly id: string;
  /** Null for a session, which may do everything that its person may. */
  readonly scopes: readonly string[] | null;
  /** Pages of these origins may call with this key. */
  readonly origins: readonly string[];
}

interface KeyRow extends Viewer {
  readonly key_id: string;
  readonly scopes: string[];
  readonly origins: string[];
  /** Whether its use is to be written, which is done once a minute. */
  readonly shows_use: boolean;
}

async function callerOfKey(secret: string, address: string): Promise<Caller> {
  const [row] = await prepared<KeyRow>(sql`
    select api_keys.id as key_id, scopes, origins, users.id, users.email, profiles.username,
      coalesce(used_at < now() - interval '1 minute', true) as shows_use
    from api_keys join users on users.id = api_keys.user_id join profiles on profiles.id = users.id
    where api_keys.hash = ${hashOf(secret)} and coalesce(api_keys.expires_at > now(), true)
      and coalesce(profiles.suspended_until <= now(), true)
  `);
  if (!row) throw new Refused("key_invalid");
  const { key_id, scopes, origins, shows_use, ...viewer } = row;
  if (shows_use) await noteUse(key_id, address);
  return { viewer, id: key_id, scopes, origins };
}

/** At most once a minute; it does not wait for another request of the same key, which does the same. */
async function noteUse(id: string, address: string): Promise<void> {
  await sql`
    update api_keys set used_at = now(), used_from = ${address}
    where id = (select id from api_keys where id = ${id} for no key update skip locked)
  `.execute(db());
}

/** Reads a session from an access token of the account door. Replaced by that door (`onAccessToken`). */
type ReadToken = (token: string) => Promise<{ viewer: Viewer; session: string }>;
let readToken: ReadToken = () => Promise.reject(new Refused("key_invalid"));

/** The account door says how its access tokens are read. @throws Refused "key_invalid" in `read` */
export function onAccessToken(read: ReadToken): void {
  readToken = read;
}

/**
 * Who calls: the person of the key or of the access token in the Authorization header; null without one. Cookies do not
 * count, so that no page of another site can call as its visitor.
 * @throws Refused "key_invalid"
 */
export async function callerOf(request: Request): Promise<Caller | null> {
  const header = request.headers.get("authorization");
  // Clients of Supabase send the public key of a project, which says nothing of a person, in both.
  if (header === null || header === `Bearer ${request.headers.get("apikey") ?? ""}`) return null;
  const [, secret] = /^bearer ([\w.~+/-]{20,300}=*)$/i.exec(header) ?? [];
  if (secret === undefined) throw new Refused("key_invalid");
  if (secret.startsWith(KEY_PREFIX) && !isKey(secret)) throw new Refused("key_invalid");
  if (secret.startsWith(KEY_PREFIX)) return callerOfKey(secret, clientAddress(request));
  const { viewer, session } = await readToken(secret);
  continueAsSession({ value: "", token: session });
  return { viewer, id: viewer.id, scopes: null, origins: [] };
}

/** Whether the key or token of a request still belongs to this person, and gives access; for streams, which outlive it. */
export function hasAccess(request: Request, access: Access, personId: string): Promise<boolean> {
  // Events wake a stream in the requests of others, whose session must stay theirs.
  return inRequest({ id: "", locale: baseLocale }, async () => {
    try {
      const caller = await callerOf(request);
      checkAccess(access, caller);
      return caller?.viewer.id === personId;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  });
}

/** @throws Refused "key_missing", "session_needed", "scope_missing" */
export function checkAccess(access: Access, caller: Caller | null): void {
  if (access === "anyone") return;
  if (!caller) throw new Refused("key_missing");
  if (caller.scopes === null) return;
  if (access === "session") throw new Refused("session_needed");
  if (!allows(caller.scopes, access)) throw new Refused("scope_missing", { scope: access });
}
