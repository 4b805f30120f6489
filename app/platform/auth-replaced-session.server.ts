import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { isChallenge } from "./auth-second-factor.server.ts";

/**
 * Ends the session that a browser had when somebody signs in there, whatever the way in: its cookie is overwritten, so
 * that nobody could sign it out any more, and a copy of it would go on working. To stand after the second factor's
 * plugin: a challenge takes the cookie away as well.
 */
export function replacedSession(): BetterAuthPlugin {
  return {
    id: "replaced-session",
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession) || isChallenge(context.returned),
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, internalAdapter, authCookies, secret } = ctx.context;
            const earlier = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
            if (earlier && earlier !== newSession?.session.token)
              await internalAdapter.deleteSession(earlier);
          }),
        },
      ],
    },
  };
}
