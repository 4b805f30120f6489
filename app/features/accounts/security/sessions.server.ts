import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { formatDay } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { auth } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { sessionEnd, sessionTokenOf, viewerOf } from "#app/platform/session.server.ts";
import { deviceOf, networkOf } from "./device-names.server.ts";
import type { Device } from "./ui/devices-card.tsx";

/** No real user has so many sessions. */
const MAX_DEVICES = 100;

/** The user's sessions: the current one first, then by last use. */
export async function sessionsOf(request: Request, viewer: Viewer): Promise<Device[]> {
  const rows = await db()
    .selectFrom("sessions")
    .select(["id", "token", "user_agent", "ip_address", "created_at", "used_at"])
    .where("user_id", "=", viewer.id)
    .where(sessionEnd(), ">", sql<Date>`now()`)
    .orderBy("used_at", "desc")
    .limit(MAX_DEVICES)
    .execute();
  const currentToken = sessionTokenOf(request)?.token;
  const devices = rows.map((row) => ({
    id: row.id,
    current: row.token === currentToken,
    ...deviceOf(row.user_agent),
    network: networkOf(row.ip_address),
    since: formatDay(row.created_at, getLocale()),
    used: formatDay(row.used_at, getLocale()),
  }));
  return devices.sort((one, other) => Number(other.current) - Number(one.current));
}

/** A person's devices, for staff: the name and the last use of each, the latest first. */
export async function devicesOf(userId: string): Promise<Pick<Device, "name" | "used">[]> {
  const rows = await db()
    .selectFrom("sessions")
    .select(["user_agent", "updated_at"])
    .where("user_id", "=", userId)
    .where(sessionEnd(), ">", sql<Date>`now()`)
    .orderBy("updated_at", "desc")
    .limit(10)
    .execute();
  return rows.map(({ user_agent, updated_at }) => ({
    name: deviceOf(user_agent).name,
    used: formatDay(updated_at, getLocale()),
  }));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Ends one session of the user and its live connections. Returns false when the user has no session with this id.
 */
export async function revokeSession(request: Request, viewer: Viewer, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false;
  const session = await db()
    .selectFrom("sessions")
    .select("token")
    .where("id", "=", id)
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!session) return false;
  await auth().api.revokeSession({ body: { token: session.token }, headers: request.headers });
  await publishSessionsEnded(viewer.id);
  return true;
}

/** Which sessions to end. "local": the current one; "others": all but the current one; "global": all. */
export const SESSION_SCOPES = ["local", "others", "global"] as const;
export type SessionScope = (typeof SESSION_SCOPES)[number];

/**
 * Ends sessions. The headers clear this browser's cookie unless it stays signed in. An expired session is not an
 * error: the user is signed out.
 */
export async function signOut(request: Request, scope: SessionScope = "local"): Promise<Headers> {
  const viewer = await viewerOf(request);
  try {
    if (scope === "others") await auth().api.revokeOtherSessions({ headers: request.headers });
    if (scope === "global") await auth().api.revokeSessions({ headers: request.headers });
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
  }
  const headers =
    scope === "others"
      ? new Headers()
      : (await auth().api.signOut({ headers: request.headers, returnHeaders: true })).headers;
  // Clears pages that the browser prefetched. Not "cache", "cookies" or "storage": decision 0007.
  if (scope !== "others") headers.set("clear-site-data", '"prefetchCache", "prerenderCache"');
  if (viewer) await publishSessionsEnded(viewer.id);
  return headers;
}
