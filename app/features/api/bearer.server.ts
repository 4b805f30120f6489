import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import { db, prepared } from "#app/platform/db.server.ts";
import { clientAddress } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { continueAsSession } from "#app/platform/session.server.ts";
import { noteUse } from "#app/platform/session-use.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { type Load, together } from "#app/platform/together.server.ts";
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
  readonly hash: string;
  readonly key_id: string;
  readonly scopes: string[];
  readonly origins: string[];
  /** Whether its use is to be written, which is done once a minute. */
  readonly shows_use: boolean;
}

async function keysOf(hashes: readonly string[]): Promise<Map<string, KeyRow>> {
  const rows = await prepared<KeyRow>(sql`
    select hash, api_keys.id as key_id, scopes, origins, users.id, users.email, profiles.username,
      coalesce(used_at < now() - interval '1 minute', true) as shows_use
    from api_keys join users on users.id = api_keys.user_id join profiles on profiles.id = users.id
    where api_keys.hash = any(${hashes}::text[]) and coalesce(api_keys.expires_at > now(), true)
      and coalesce(profiles.suspended_until <= now(), true)
  `);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** At most once a minute; it does not wait for another request of the same key, which does the same. */
async function noteUseOfKey(id: string, address: string): Promise<void> {
  await sql`
    update api_keys set used_at = now(), used_from = ${address}
    where id = (select id from api_keys where id = ${id} for no key update skip locked)
  `.execute(db());
}

/** Reads sessions by the hashes of access tokens of the account door. Replaced by that door (`onAccessToken`). */
type ReadTokens = Load<{ readonly viewer: Viewer; readonly session: string; readonly showsUse: boolean }>;
let readTokens: ReadTokens = async () => new Map();

/** The account door says how its access tokens are read. */
export function onAccessToken(read: ReadTokens): void {
  readTokens = read;
}

/** For a request. */
const EACH = {
  key: async (hash: string) => (await keysOf([hash])).get(hash),
  token: async (hash: string) => (await readTokens([hash])).get(hash),
};
/** For event streams, many of which are asked about at once. */
const TOGETHER = { key: together(keysOf), token: together((hashes) => readTokens(hashes)) };

/**
 * Who calls: the person of the key or of the access token in the Authorization header; null without one. Cookies do not
 * count, so that no page of another site can call as its visitor.
 * @throws Refused "key_invalid"
 */
export async function callerOf(request: Request, look = EACH): Promise<Caller | null> {
  const header = request.headers.get("authorization");
  // Clients of Supabase send the public key of a project, which says nothing of a person, in both.
  if (header === null || header === `Bearer ${request.headers.get("apikey") ?? ""}`) return null;
  const [, secret] = /^bearer ([\w.~+/-]{20,300}=*)$/i.exec(header) ?? [];
  if (secret === undefined) throw new Refused("key_invalid");
  if (secret.startsWith(KEY_PREFIX) && !isKey(secret)) throw new Refused("key_invalid");
  if (secret.startsWith(KEY_PREFIX)) {
    const row = await look.key(hashOf(secret));
    if (!row) throw new Refused("key_invalid");
    const { key_id, hash: _, scopes, origins, shows_use, ...viewer } = row;
    if (shows_use) {
      await noteUseOfKey(key_id, clientAddress(request));
      await noteUse(viewer.id, null);
    }
    return { viewer, id: key_id, scopes, origins };
  }
  const read = await look.token(hashOf(secret));
  if (!read) throw new Refused("key_invalid");
  continueAsSession({ value: "", token: read.session });
  if (read.showsUse) await noteUse(read.viewer.id, read.session);
  return { viewer: read.viewer, id: read.viewer.id, scopes: null, origins: [] };
}

/** Whether the key or token of a request still belongs to this person, and gives access; for streams, which outlive it. */
export function hasAccess(request: Request, access: Access, personId: string): Promise<boolean> {
  // Events wake a stream in the requests of others, whose session must stay theirs.
  return inRequest({ id: "", locale: baseLocale }, async () => {
    try {
      const caller = await callerOf(request, TOGETHER);
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
