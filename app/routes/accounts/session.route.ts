import type { SessionAnswer } from "#app/features/accounts/ui/session-refresh.ts";
import { json } from "#app/platform/form.server.ts";
import { clearedSessionCookie, visitOf } from "#app/platform/session.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/session.route.ts";

/**
 * GET /auth/session: the signed-in user and the session's expiry, as JSON. It also refreshes the session. The cookie of an
 * expired session is removed.
 */
export function loader({ request }: Route.LoaderArgs): Promise<Response> {
  return reply(request, visitOf, async (visit) => {
    if (visit) {
      const { id, username } = visit.viewer;
      return { viewer: { id, username }, expiresAt: visit.expiresAt.toISOString() } satisfies SessionAnswer;
    }
    const headers = new Headers();
    const cookie = clearedSessionCookie(request);
    if (cookie) headers.append("set-cookie", cookie);
    return json({ viewer: null, expiresAt: null } satisfies SessionAnswer, { headers });
  });
}
