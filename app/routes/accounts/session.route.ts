import type { SessionAnswer } from "#app/features/accounts/ui/session-refresh.ts";
import { clearedSessionCookie, visitOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/session.route.ts";

/**
 * GET /auth/session: the signed-in user and the session's expiry, as JSON. It also refreshes the session. The cookie of an
 * expired session is removed.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const visit = await visitOf(request);
  const cookie = visit ? null : clearedSessionCookie(request);
  const headers = new Headers();
  if (cookie) headers.append("set-cookie", cookie);
  const answer: SessionAnswer = visit
    ? {
        viewer: { id: visit.viewer.id, username: visit.viewer.username },
        expiresAt: visit.expiresAt.toISOString(),
      }
    : { viewer: null, expiresAt: null };
  return Response.json(answer, { headers });
}
