import type { SessionAnswer } from "#app/features/accounts/ui/session-refresh.ts";
import { renewedSessionCookie, takenBackSessionCookie, visitOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/session.route.ts";

/**
 * GET /auth/session: who is signed in and until when, as JSON, and the refresh of that (A4.2, A7.2,
 * A7.9). Asking is using: the session's end moves on. A cookie whose session is over is taken back.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const visit = await visitOf(request);
  const cookie = visit ? renewedSessionCookie(request) : takenBackSessionCookie(request);
  const headers = new Headers({ "cache-control": "no-store" });
  if (cookie) headers.append("set-cookie", cookie);
  const answer: SessionAnswer = visit
    ? {
        viewer: { id: visit.viewer.id, username: visit.viewer.username },
        expiresAt: visit.expiresAt.toISOString(),
      }
    : { viewer: null, expiresAt: null };
  return Response.json(answer, { headers });
}
